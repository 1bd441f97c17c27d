import { useEffect, useState } from 'react'
import { createScanner, ScanError } from '../../lib/scan/scanner.ts'
import type { PaperDraft } from './paper-draft.ts'
import type { PaperPage } from './paper-store.ts'

/** What is being done, and how far it is: from 0 to 1. */
export interface PageWork {
  page: PaperPage
  step: 'find' | 'make'
  done: number
}

/** Milliseconds before a page is made: a corner moves by many key presses. */
const PAUSE = 300

const isUnread = ({ sheet, hasFailed }: PaperPage) => !sheet && !hasFailed
const isUnmade = ({ made, hasFailed }: PaperPage) => !made && !hasFailed

/**
 * Finds the sheets in the photos and makes the pages, one after the other, while the component is
 * rendered. A page that is changed meanwhile is made again.
 * @returns what is being done; null when all pages are made
 */
export function usePageWork({ paper: { pages }, note }: PaperDraft): PageWork | null {
  const [work] = useState(createScanner)
  const [done, setDone] = useState(0)
  // All sheets are looked for first: that is what a person waits for.
  const page = pages.find(isUnread) ?? pages.find(isUnmade)
  useEffect(() => () => work.close(), [work])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `note` only sets state
  useEffect(() => {
    if (!page) return
    const controller = new AbortController()
    const { signal } = controller
    const run = async () => {
      const { photo, sheet, corners, turn, white } = page
      const options = { signal, onProgress: setDone }
      setDone(0)
      try {
        if (sheet && corners) {
          note(page, { made: await work.makePage(photo, { corners, turn, white }, options) })
        } else {
          const { corners, ...found } = await work.findCorners(photo, options)
          note(page, { sheet: found, corners })
        }
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof ScanError)) throw error
        note(page, { hasFailed: true })
      }
    }
    const timer = setTimeout(run, page.sheet ? PAUSE : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [page, work])
  return page ? { page, step: page.sheet ? 'make' : 'find', done } : null
}
