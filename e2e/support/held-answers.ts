import type { Page } from '@playwright/test'

export interface HeldAnswers {
  /** Releases waiting and future responses, unchanged or as an error. */
  release(outcome: 'answer' | 'failure', sentence?: string): void
}

/** Holds API responses for matching URLs until released. */
export async function holdAnswers(page: Page, api: RegExp): Promise<HeldAnswers> {
  let fails = false
  let error = ''
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(api, async (route) => {
    await released
    // A request that the page has aborted can no longer be answered.
    await (fails
      ? route.fulfill({ status: 500, json: { code: 'internal', error } })
      : route.continue()
    ).catch(() => null)
  })
  return {
    release(outcome, sentence = '') {
      fails = outcome === 'failure'
      error = sentence
      release()
    },
  }
}
