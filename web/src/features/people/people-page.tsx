import type { Entry } from '@bidyaloy/shared/collections/entry'
import { kindsOf } from '@bidyaloy/shared/collections/kinds'
import { groupPeople } from '@bidyaloy/shared/features/people/group-people'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { Photo } from '../../collections/photo.tsx'
import { BreakableAddress, PhoneLinks } from '../../school/contact-links.tsx'
import { useSettings } from '../../school/use-school.ts'
import { Page } from '../../site/page.tsx'
import { stateTexts, t } from '../../site/pages/t.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { PhotoRequestLink } from '../photo-requests/photo-request-link.tsx'
import { peopleQuery } from './queries.ts'
import './people.css'
import '../../styles/results.css'

export function PeoplePage() {
  return (
    <Page title={t('public.people.title')}>
      <People />
    </Page>
  )
}

/** All people of the school by kind. */
export function People() {
  const query = useQuery(peopleQuery(useReadApi()))
  return (
    <QueryState query={query} texts={stateTexts('people')}>
      {(people) => <PeopleSections people={people} />}
    </QueryState>
  )
}

/** One section for each kind with entries, in the order of the kinds. */
function PeopleSections({ people }: { people: readonly Entry[] }) {
  const groups = groupPeople(people, kindsOf('people', useSettings())).map((group) => ({
    id: `kind-${group.kind?.id ?? ''}`,
    name: group.kind?.name ?? t('public.people.other'),
    members: group.people,
  }))
  return (
    <div className="stack stack--7">
      {groups.length > 1 && (
        <nav aria-label={t('page.contents')}>
          <ul className="chips">
            {groups.map(({ id, name, members }) => (
              <li key={id}>
                <a className="chip" href={`#${id}`}>
                  {name} {formatNumber(members.length)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {groups.map(({ id, name, members }) => (
        <section className="stack people-box" key={id} aria-labelledby={id}>
          <SectionHead id={id} title={name}>
            <span className="muted">
              {t('public.glance.unit.people', { n: formatNumber(members.length) })}
            </span>
          </SectionHead>
          <ul className="people">
            {members.map((person) => (
              <Person key={person._id} person={person} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Person({ person }: { person: Entry }) {
  const { _id, title, filePath, fields = {} } = person
  const { post, subject, qualification, period, phone, email } = fields
  return (
    <li className="person" id={_id}>
      {filePath && (
        <div className="person__photo">
          <Photo picture={person} sizes="5.5rem" />
          <PhotoRequestLink collection="people" id={_id} filePath={filePath} of={title} />
        </div>
      )}
      <div>
        <h3>{title}</h3>
        {post && <p>{post}</p>}
        {[subject, qualification, period].map(
          (text) =>
            text && (
              <p className="person__more" key={text}>
                {text}
              </p>
            ),
        )}
        {phone && <PhoneLinks typed={phone} of={title} icon />}
        {email && (
          <a className="phone" href={`mailto:${email}`} lang="en">
            <Icon name="mail" /> <BreakableAddress text={email} />
          </a>
        )}
      </div>
    </li>
  )
}
