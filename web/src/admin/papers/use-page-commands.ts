import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useState } from 'react'
import { withCopy } from '../t.ts'
import type { PaperDraft } from './paper-draft.ts'
import type { PaperPage } from './paper-store.ts'

const t = withCopy(photoPaperCopy)

/** A state of the pages that «ফেরান» brings back. */
interface Step {
  pages: readonly PaperPage[]
  current: string | undefined
  /** Equal for steps that are undone together. */
  name: string
}

interface ChangeOptions {
  /** Changes in a row with one name are undone together. */
  name?: string
  /** What screen readers are told. */
  said?: string
}

const NEXT_TURN = { 0: 90, 90: 180, 180: 270, 270: 0 } as const

export type PageCommands = ReturnType<typeof usePageCommands>

/** The shown page of a paper, and the commands that change the pages, each with an undo. */
export function usePageCommands({ paper: { pages }, arrange }: PaperDraft) {
  const [currentId, setCurrent] = useState(pages[0]?.id)
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [message, setMessage] = useState('')
  const index = Math.max(
    0,
    pages.findIndex(({ id }) => id === currentId),
  )
  const page = pages[index]
  const n = toBengaliDigits(index + 1)

  const change = (next: readonly PaperPage[], { name = '', said = '' }: ChangeOptions = {}) => {
    const isSame = name !== '' && steps.at(-1)?.name === name
    if (!isSame) setSteps([...steps, { pages, current: page?.id, name }])
    arrange(next)
    setMessage(said)
  }
  const changePage = (part: Partial<PaperPage>, options?: ChangeOptions) =>
    change(
      pages.map((one) => (one === page ? { ...one, ...part, made: null } : one)),
      options,
    )
  return {
    pages,
    /** The shown page; absent if there is none. */
    page,
    index,
    isLast: index === pages.length - 1,
    /** The number of the page, as it is shown. */
    n,
    /** The id that was set last, of a page that may be gone. */
    currentId,
    /** What the last command did. */
    message,
    canUndo: steps.length > 0,
    show: setCurrent,
    changePage,
    undo: () => {
      const last = steps.at(-1)
      if (!last) return
      // Photos taken since then stay.
      const known = [...last.pages, ...steps.flatMap((step) => step.pages)].map(({ id }) => id)
      arrange([...last.pages, ...pages.filter(({ id }) => !known.includes(id))])
      setCurrent(last.current)
      setSteps(steps.slice(0, -1))
      setMessage(t('paper.undone'))
    },
    turn: () => {
      if (page) changePage({ turn: NEXT_TURN[page.turn] }, { said: t('paper.turned', { n }) })
    },
    remove: () => {
      change(
        pages.filter((one) => one !== page),
        { said: t('paper.removed', { n }) },
      )
      setCurrent((pages[index + 1] ?? pages[index - 1])?.id)
    },
    move: (from: number, to: number) => {
      const moved = pages[from]
      if (!moved) return
      const others = pages.filter((one) => one !== moved)
      const said = t('paper.moved', { n: toBengaliDigits(to + 1) })
      change([...others.slice(0, to), moved, ...others.slice(to)], { said })
      setCurrent(moved.id)
    },
  }
}
