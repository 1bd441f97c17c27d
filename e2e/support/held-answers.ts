import type { Page } from '@playwright/test'

interface HeldAnswers {
  /** Lets the answers go, those that wait and those to come: as they are, or as a refusal. */
  release(outcome: 'answer' | 'failure', sentence?: string): void
}

/** Holds back what the API answers at addresses that match, until told how it ends. */
export async function holdAnswers(page: Page, api: RegExp): Promise<HeldAnswers> {
  let fails = false
  let error = ''
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(api, async (route) => {
    await released
    // What the page has given up meanwhile can no longer be answered.
    await (fails
      ? route.fulfill({ status: 500, json: { code: 'internal', error } })
      : route.continue()
    ).catch(() => null)
  })
  return {
    release(outcome, sentence = '') {
      fails = outcome === 'failure'
      error = sentence
      letGo()
    },
  }
}
