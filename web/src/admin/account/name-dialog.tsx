import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { type AccountName, NameChange } from '@bidyaloy/shared/school/admin-session'
import { useQueryClient } from '@tanstack/react-query'
import { Alert } from '../../ui/alert.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { FormDialog } from '../components/dialogs.tsx'
import { namesQuery } from '../components/names.ts'
import { contractResolver } from '../form/contract-resolver.ts'
import { BengaliTextField } from '../form/fields.tsx'
import { useRequestForm } from '../form/use-request-form.ts'
import { withCopy } from '../t.ts'

const t = withCopy(accountCopy)

const resolver = contractResolver(NameChange)

/** Changes the name and post of the own account, or of another one. */
export function NameDialog({ account, onClose }: { account: AccountName; onClose: () => void }) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { _id: id, name = '', post = '' } = account
  const form = useRequestForm({
    blank: { name, post },
    resolver,
    send: (values) => api.setName({ params: { id }, body: NameChange.parse(values) }),
    onSent: () => {
      onClose()
      toasts.show({ tone: 'ok', text: t('names.saved') })
      void queryClient.invalidateQueries({ queryKey: namesQuery(api).queryKey })
      void queryClient.invalidateQueries({ queryKey: ['admins'] })
    },
  })
  return (
    <FormDialog
      title={t('names.title')}
      onClose={onClose}
      isDirty={form.isDirty}
      focus={form.firstField}
      onSubmit={form.submit}
      submit={t(form.isPending ? 'form.saving' : 'names.submit')}
      busy={form.isPending}
    >
      {form.isError && (
        <Alert tone="error">
          <b>{t('names.failed')}</b> {form.failure}
        </Alert>
      )}
      <p className="hint">{t('names.hint', { username: account.username })}</p>
      <BengaliTextField label={t('names.name')} autoComplete="name" {...form.field('name')} />
      <BengaliTextField
        label={t('names.post')}
        hint={t('names.post.hint')}
        autoComplete="organization-title"
        {...form.field('post')}
      />
    </FormDialog>
  )
}
