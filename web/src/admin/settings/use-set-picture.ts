import type { SitePictureName, SiteSettings } from '@bidyaloy/shared/school/site-settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { settingsQuery } from '../../school/school-queries.ts'
import { useToasts } from '../../ui/toaster.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { hasCode } from '../api/failure-text.ts'
import { useUpload } from '../entries/upload-queue.ts'
import { settingsText } from './settings-text.tsx'

/** Keeps what the server answered, and says what was done to the picture. */
function useAnswered(picture: SitePictureName, said: 'set' | 'removed') {
  const { queryKey } = settingsQuery(useAdminApi())
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return (settings: SiteSettings) => {
    queryClient.setQueryData(queryKey, settings)
    const name = settingsText(`settings.picture.${picture}`)
    toasts.show({ tone: 'ok', text: settingsText(`settings.picture.${said}`, { picture: name }) })
  }
}

/** Sets a picture of the site, made smaller before it is sent. */
export function useSetPicture(picture: SitePictureName, onSet: () => void) {
  const api = useAdminApi()
  const upload = useUpload()
  const answered = useAnswered(picture, 'set')
  const set = useMutation({
    mutationFn: (chosen: File) =>
      upload.follow(chosen, (file, options) =>
        api.setSitePicture({ params: { picture }, body: {}, file }, options),
      ),
    onSuccess: (settings) => {
      answered(settings)
      onSet()
    },
  })
  return { set, upload }
}

/** Takes a picture of the site away. */
export function useRemovePicture(picture: SitePictureName, onRemoved: () => void) {
  const api = useAdminApi()
  const answered = useAnswered(picture, 'removed')
  return useMutation({
    mutationFn: async () => {
      try {
        return await api.removeSitePicture({ params: { picture } })
      } catch (error) {
        // Someone else was quicker: what was wanted is so.
        if (hasCode(error, 'not_found')) return api.getSettings()
        throw error
      }
    },
    onSuccess: (settings) => {
      answered(settings)
      onRemoved()
    },
  })
}
