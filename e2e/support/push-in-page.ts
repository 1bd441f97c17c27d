import type { Page } from '@playwright/test'

/** Endpoint of the page's subscription. */
export const ENDPOINT = 'https://push.example.com/of-this-browser'

/**
 * Gives the page a push service, which the tests' Chromium has none of, and counts the questions for
 * permission.
 */
export async function withPushService(page: Page): Promise<void> {
  await page.addInitScript((endpoint) => {
    // Of RFC 8291.
    const keys = {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const subscription = () =>
      sessionStorage.getItem('subscribed') && {
        endpoint,
        options: { applicationServerKey: null },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          sessionStorage.removeItem('subscribed')
          return true
        },
      }
    const answers = { permission: 'default', asked: 0 }
    Object.assign(window, { answers })
    Object.defineProperty(Notification, 'permission', {
      get: () => (sessionStorage.getItem('subscribed') ? 'granted' : answers.permission),
    })
    Object.assign(Notification, {
      requestPermission: async () => {
        answers.asked += 1
        return answers.permission === 'default' ? 'granted' : answers.permission
      },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription() || null,
      subscribe: async () => {
        sessionStorage.setItem('subscribed', 'yes')
        return subscription()
      },
    })
  }, ENDPOINT)
}
