import type { Page } from '@playwright/test'

/** One tab stop. */
interface Stop {
  /** Its index among all elements of the body; links to style sheets come into the head meanwhile. */
  at: number
  what: string
  /** Whether a focus indicator of at least two pixels is visible in the window and not covered. */
  visible: boolean
}

interface Walk {
  stops: Stop[]
  /** Interactive elements that were never reached. */
  missed: string[]
  /** The element where the focus looped instead of reaching the end. */
  trappedAt: string | null
}

/**
 * Tabs through a page from the focused element until the focus leaves `within`.
 * @param within selector of the part to walk
 */
export async function walk(page: Page, within = 'html'): Promise<Walk> {
  const first = await page.evaluate(describeStop, within)
  const stops: Stop[] = first ? [first] : []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(describeStop, within)
    const before = stops.find(({ at }) => at === stop?.at)
    if (!stop || before) {
      const trappedAt = before && before !== stops[0] ? before.what : null
      const reached = stops.map(({ at }) => at)
      return { stops, trappedAt, missed: await page.evaluate(describeMissed, { reached, within }) }
    }
    stops.push(stop)
  }
}

/** Runs in the page. Returns the focused element, or null if the focus is outside `within`. */
function describeStop(within: string): Stop | null {
  const element = document.activeElement
  if (!element || element === document.body) return null
  if (!element.parentElement?.closest(within)) return null
  // A title that fills its row has its focus indicator on `::after`, a switch on its label or sibling.
  const drawn = [element, element.closest('label'), element.nextElementSibling]
  const marked = drawn.some((of) =>
    [null, '::after'].some((part) => {
      if (!of) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(of, part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }),
  )
  const shown = element.closest('label') ?? element
  // Checks the first part of a wrapped link, and the visible part of a tall region.
  const box = shown.getClientRects()[0] ?? shown.getBoundingClientRect()
  const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2
  const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2
  const inWindow = box.width > 0 && x > 0 && x < innerWidth && y > 0 && y < innerHeight
  const there = document.elementFromPoint(x, y)
  const uncovered = !!there && (shown.contains(there) || there.contains(shown))
  return {
    at: [...document.body.querySelectorAll('*')].indexOf(element),
    what: element.outerHTML.slice(0, 160),
    visible: marked && inWindow && uncovered,
  }
}

/** Runs in the page. Returns interactive elements below `within` that are not in `reached`. */
function describeMissed({ reached, within }: { reached: number[]; within: string }): string[] {
  const all = [...document.body.querySelectorAll('*')]
  const modal = document.querySelector('dialog:modal')
  return [
    ...(modal ?? document.querySelector(within) ?? document).querySelectorAll<HTMLElement>(
      'a[href], button, input, summary, [tabindex="0"]',
    ),
  ]
    .filter((element) => {
      const isOther =
        element instanceof HTMLInputElement && element.type === 'radio' && !element.checked
      return element.checkVisibility() && !element.closest('[inert]') && !isOther
    })
    .filter((element) => !reached.includes(all.indexOf(element)))
    .map((element) => element.outerHTML.slice(0, 160))
}
