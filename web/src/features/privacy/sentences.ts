import { translator } from '@bidyaloy/shared/copy/translate'
import { privacyCopy } from '@bidyaloy/shared/features/privacy/copy'
import type { Privacy } from '@bidyaloy/shared/features/privacy/privacy'
import { verifyTitle } from '@bidyaloy/shared/features/verify/paths'
import { formatNumber as n } from '@bidyaloy/shared/lib/bengali/digits'
import { MAX_CACHED_FILES, MAX_CACHED_NOTICES, PRECACHED_NOTICES } from '../../site/offline.ts'

const t = translator(privacyCopy)

interface Section {
  title: string
  sentences: readonly string[]
}

/** Says what an installation does with data; what it does not do is left out. */
export function privacySections(facts: Privacy): Section[] {
  const { isCopy, isReading, isInBucket, nightlyBackups: nightly } = facts
  const copies = {
    newest: n(PRECACHED_NOTICES),
    viewed: n(MAX_CACHED_NOTICES),
    files: n(MAX_CACHED_FILES),
  }
  const trash = { days: n(facts.trashDays) }
  return [
    {
      title: t('privacy.reading'),
      sentences: [
        t('privacy.reading.cookies'),
        ...(isCopy ? [t('privacy.reading.copy')] : countedSentences(facts)),
        t('privacy.reading.host'),
        t('privacy.reading.hosts'),
        ...(facts.hasVideoPictures && !isCopy ? [t('privacy.reading.videos')] : []),
        t('privacy.reading.listen'),
        t('privacy.reading.verify', { page: verifyTitle }),
      ],
    },
    ...(isCopy ? [] : [alertSection(facts)]),
    {
      title: t('privacy.phone'),
      sentences: [
        t('privacy.phone.choices'),
        ...(isCopy ? [] : [t('privacy.phone.results')]),
        t('privacy.phone.copies', copies),
      ],
    },
    {
      title: t('privacy.kept'),
      sentences: [
        ...(isCopy ? [] : [t(isInBucket ? 'privacy.kept.bucket' : 'privacy.kept.here')]),
        t('privacy.kept.place'),
        ...(isCopy ? [] : [t(isReading ? 'privacy.kept.read' : 'privacy.kept.unread')]),
        t(isCopy ? 'privacy.kept.copyTrash' : 'privacy.kept.trash', trash),
        ...(isCopy ? [] : [t('privacy.kept.caches', { hours: n(facts.cacheHours) })]),
        t('privacy.kept.versions', { count: n(facts.versions), days: n(facts.versionDays) }),
        ...(nightly
          ? [t('privacy.kept.nightly', { days: n(nightly.days), weeks: n(nightly.weeks) })]
          : []),
        ...(facts.awayCopies ? [t(`privacy.kept.away.${facts.awayCopies}`)] : []),
        t('privacy.kept.manual', { count: n(facts.manualBackups) }),
      ],
    },
    ...(isCopy ? [] : [staffSection(facts)]),
  ]
}

const countedSentences = ({ readerDays, limitMinutes }: Privacy) => [
  t('privacy.reading.views', { days: n(readerDays) }),
  t('privacy.reading.log'),
  t('privacy.reading.limits', { minutes: n(limitMinutes) }),
]

const alertSection = ({ pushFailingDays }: Privacy): Section => ({
  title: t('privacy.alerts'),
  sentences: [
    t('privacy.alerts.kept'),
    t('privacy.alerts.sent'),
    t('privacy.alerts.failing', { days: n(pushFailingDays) }),
  ],
})

const staffSection = ({
  sessionDays,
  deviceDays,
  signInHours,
  activityDays,
}: Privacy): Section => ({
  title: t('privacy.staff'),
  sentences: [
    t('privacy.staff.cookies', { login: n(sessionDays), device: n(deviceDays) }),
    t('privacy.staff.limits', { hours: n(signInHours) }),
    t('privacy.staff.activity', { days: n(activityDays) }),
  ],
})
