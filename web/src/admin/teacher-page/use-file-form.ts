import { ApiError } from '@bidyaloy/shared/api/api'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { teachersCopy } from '@bidyaloy/shared/copy/teachers-copy'
import { MAX_TEACHER_HTML, type TeacherPage } from '@bidyaloy/shared/school/teacher-page'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { teacherPageQuery } from '../../school/use-school.ts'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields, failureText, hasCode } from '../api/failure-text.ts'
import { withCopy } from '../t.ts'

const t = withCopy(teachersCopy)

/** A page that was read from a file and is not set yet. */
interface ReadPage {
  fileName: string
  /** What will be set, harmless. */
  html: string
  /** The same in Unicode where its words are Bijoy; null where they are not. */
  unicode: string | null
  isConverted: boolean
  /** As it was in the file, harmless. */
  original: string
}

interface Moves {
  /** A page has been read and is shown. */
  onRead: () => void
  onRefused: () => void
  /** Nothing is chosen any more. */
  onEmptied: () => void
}

/** From a file to the page: read, shown, asked, set. */
export function useFileForm(saved: TeacherPage | null, { onRead, onRefused, onEmptied }: Moves) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const putBack = usePutBack()
  const [page, setPage] = useState<ReadPage | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { queryKey } = teacherPageQuery(api)

  const read = useMutation({
    mutationFn: async (file: File): Promise<ReadPage> => {
      // Only a file needs these: they come with it.
      const [{ decodeHtml }, { unicodeHtml }] = await Promise.all([
        import('./decode-html.ts'),
        import('./unicode-html.ts'),
      ])
      const text = decodeHtml(await bytesOf(file))
      if (text === null) throw wrongFile(t('teachers.file.notHtml', { name: file.name }))
      if (text.length > MAX_TEACHER_HTML) throw wrongFile(t('teachers.file.long'))
      const { html } = await api.previewTeacherPage({ body: { html: text } })
      const unicode = unicodeHtml(html)
      return { fileName: file.name, html, original: html, unicode, isConverted: false }
    },
    onSuccess: (shown) => {
      put.reset()
      setPage(shown)
      onRead()
    },
    onError: onRefused,
  })

  const put = useMutation({
    mutationFn: ({ html, before }: { html: string; before: TeacherPage | null }) =>
      api.updateTeacherPage({ body: { html, __v: before?.__v ?? 0 } }),
    onSuccess: (after, { before }) => {
      setPage(null)
      queryClient.setQueryData(queryKey, after)
      toasts.show({
        tone: 'ok',
        text: t('teachers.file.set'),
        ...(before && {
          action: {
            label: t('toast.undo'),
            icon: 'undo',
            run: () => putBack.mutate({ before, after }),
          },
        }),
      })
      onEmptied()
    },
    onError: async (error) => {
      // The page of the other one is shown below; the next try takes its place.
      if (hasCode(error, 'conflict')) await queryClient.invalidateQueries({ queryKey })
      onRefused()
    },
  })

  return {
    page,
    read,
    put,
    isAsking,
    several: () => {
      toasts.show({ tone: 'error', text: validationText('valid.file.single').bn })
    },
    /** Shows the page in Unicode, or again as it was. */
    convert: () =>
      setPage(
        page && {
          ...page,
          html: page.isConverted ? page.original : (page.unicode ?? page.original),
          isConverted: !page.isConverted,
        },
      ),
    drop: () => {
      setPage(null)
      put.reset()
      onEmptied()
    },
    /** Sets the page; where there is one already, asks first. */
    ask: () => {
      if (saved) setIsAsking(true)
      else if (page) put.mutate({ html: page.html, before: saved })
    },
    no: () => setIsAsking(false),
    yes: () => {
      setIsAsking(false)
      if (page) put.mutate({ html: page.html, before: saved })
    },
  }
}

/** @throws ApiError where the browser cannot read the file any more: moved, changed, unplugged */
async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    throw wrongFile(t('form.file.gone'))
  }
}

function wrongFile(sentence: string): ApiError {
  return new ApiError(0, 'validation_failed', sentence)
}

/** What went wrong, as the person at the form reads it. */
export function fileFailure(error: Error): string {
  if (hasCode(error, 'conflict')) return t('teachers.file.conflict')
  return failedFields(error).html ?? failureText(error)
}

/** Sets a page again that has just been replaced. */
function usePutBack() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: ({ before, after }: { before: TeacherPage; after: TeacherPage }) => {
      const { html, teachers } = before
      const page = teachers ? { teachers } : { html }
      return api.updateTeacherPage({ body: { ...page, __v: after.__v } })
    },
    onSuccess: (page) => {
      queryClient.setQueryData(teacherPageQuery(api).queryKey, page)
      toasts.show({ tone: 'ok', text: t('teachers.undone') })
    },
    onError: (error) =>
      toasts.show({
        tone: 'error',
        text: `${t('teachers.undo.failed')} ${failureText(error)}`,
      }),
  })
}
