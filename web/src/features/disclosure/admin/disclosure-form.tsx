import { disclosureAdminCopy } from '@bidyaloy/shared/features/disclosure/admin-copy'
import { disclosureCopy } from '@bidyaloy/shared/features/disclosure/copy'
import {
  DisclosureFields,
  type DisclosureTexts,
} from '@bidyaloy/shared/features/disclosure/disclosure'
import {
  OWN_TEXTS,
  type OwnText,
  REASONS,
  reasonField,
} from '@bidyaloy/shared/features/disclosure/items'
import { pages } from '@bidyaloy/shared/features/disclosure/paths'
import { useQueryClient } from '@tanstack/react-query'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failureText } from '../../../admin/api/failure-text.ts'
import { useWriteApi } from '../../../admin/api/use-write-api.ts'
import { contractResolver } from '../../../admin/form/contract-resolver.ts'
import type { TextValues } from '../../../admin/form/drafts.ts'
import { BengaliTextArea, BengaliTextField } from '../../../admin/form/fields.tsx'
import { LastSaved, RecordForm } from '../../../admin/form/record-form.tsx'
import { useRecordForm } from '../../../admin/form/use-record-form.ts'
import { withCopy } from '../../../admin/t.ts'
import { Button } from '../../../ui/button.tsx'
import { disclosureQuery, disclosureTextsQuery } from '../queries.ts'

const t = withCopy(disclosureCopy, disclosureAdminCopy)

const FIELDS = [...OWN_TEXTS, ...Object.values(REASONS)] as const

const blank: TextValues = Object.fromEntries(FIELDS.map((field) => [field, '']))
const toValues = (texts: DisclosureTexts): TextValues =>
  Object.fromEntries(FIELDS.map((field) => [field, texts[field]]))
const toBody = (values: TextValues) => values
const resolver = contractResolver(DisclosureFields, toBody)

const isOwnText = (name: string): name is OwnText => OWN_TEXTS.some((one) => one === name)
const nameOf = (name: string) => {
  if (isOwnText(name)) return t(`disclosure.${name}`)
  return name === REASONS.mpo || name === REASONS.committee
    ? t(`admin.disclosure.reason.${name}`)
    : name
}

const hints: Readonly<Partial<Record<OwnText, string>>> = {
  permission: t('admin.disclosure.hint.permission'),
  sections: t('admin.disclosure.hint.sections'),
  infoCentre: t('admin.disclosure.hint.contact'),
  complaints: t('admin.disclosure.hint.contact'),
  committee: t('admin.disclosure.hint.committee'),
}

/** Id of the field of a text, to which the list of the items leads. */
export const idOfText = (key: OwnText) => `disclosure-${key}`

/** The texts of the items that have no home elsewhere. */
export function DisclosureForm({ saved }: { saved: DisclosureTexts }) {
  const { api, notifySaved } = useWriteApi()
  const reads = useAdminApi()
  const queryClient = useQueryClient()
  const state = useRecordForm<DisclosureTexts>({
    draft: 'disclosure',
    blank,
    saved,
    toValues,
    resolver,
    send: (values, version, idempotencyKey) => {
      const body = { ...DisclosureFields.parse(values), __v: version ?? 0 }
      return api.updateDisclosure({ body }, { idempotencyKey })
    },
    reload: () => queryClient.fetchQuery({ ...disclosureTextsQuery(reads), staleTime: 0 }),
    onSettled: (record, how) => {
      queryClient.setQueryData(disclosureTextsQuery(reads).queryKey, record)
      void queryClient.invalidateQueries({ queryKey: disclosureQuery(reads).queryKey, exact: true })
      if (how !== 'theirs') notifySaved({ text: t('admin.disclosure.saved') })
    },
  })
  const { isPending } = state.save
  return (
    <RecordForm
      state={state}
      label={t('admin.disclosure.form')}
      nameOf={nameOf}
      failed={(error) => (
        <p>
          <b>{t('admin.disclosure.failed')}</b> {failureText(error)}
        </p>
      )}
    >
      <div>
        <h2>{t('admin.disclosure.form')}</h2>
        <p className="hint">{t('admin.disclosure.form.lead')}</p>
      </div>
      {OWN_TEXTS.map((key) => {
        const reason = reasonField(key)
        return (
          <div className="stack stack--3" key={key}>
            <BengaliTextArea
              {...state.field(key)}
              id={idOfText(key)}
              label={nameOf(key)}
              hint={hints[key]}
              rows={2}
            />
            {reason && (
              <BengaliTextField
                {...state.field(reason)}
                label={nameOf(reason)}
                hint={t('admin.disclosure.reason.hint')}
                autoComplete="off"
              />
            )}
          </div>
        )
      })}
      <div className="formfoot">
        <Button look="primary" type="submit" busy={isPending}>
          {t(isPending ? 'admin.disclosure.saving' : 'admin.disclosure.save')}
        </Button>
        <LastSaved
          record={saved.updatedAt === null ? null : { updatedAt: saved.updatedAt }}
          page={pages.disclosure}
        />
      </div>
    </RecordForm>
  )
}
