import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { contactQuery } from '../../school/school-queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { HOME_PATH } from '../return-path.ts'
import { settingsText } from './settings-text.tsx'

/** The school's name, which belongs to the contact record, and the way to where it is changed. */
export function SchoolName() {
  const { data: contact } = useQuery(contactQuery(useAdminApi()))
  return (
    <div className="field">
      <span className="label">{settingsText('settings.name')}</span>
      <div className="upfile">
        <div className="upfile__b">
          <b>{contact === null ? settingsText('settings.name.none') : contact?.schoolName}</b>
          <p className="hint">{settingsText('settings.name.where')}</p>
        </div>
        <Link className="btn btn--small" to={`${HOME_PATH}/contactus`}>
          <Icon name="edit" /> {settingsText('settings.name.change')}
        </Link>
      </div>
    </div>
  )
}
