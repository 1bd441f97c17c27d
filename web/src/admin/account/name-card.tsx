import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { useUsername } from '../api/session.ts'
import { namesQuery, useNames } from '../components/names.ts'
import { withCopy } from '../t.ts'
import { NameDialog } from './name-dialog.tsx'

const t = withCopy(accountCopy)

/** The user's own name and post. */
export function NameCard() {
  const { data = [] } = useQuery(namesQuery(useAdminApi()))
  const { nameAndPostOf } = useNames()
  const username = useUsername()
  const headId = useId()
  const [isOpen, setOpen] = useState(false)
  const own = data.find((account) => account.username === username)
  if (!own) return null
  return (
    <section className="card stack account" aria-labelledby={headId}>
      <h2 id={headId}>{t('names.title')}</h2>
      <p>
        <bdi>{nameAndPostOf(own.username)}</bdi>
      </p>
      <div>
        <Button icon="edit" onClick={() => setOpen(true)}>
          {t('names.change')}
        </Button>
      </div>
      {isOpen && <NameDialog account={own} onClose={() => setOpen(false)} />}
    </section>
  )
}
