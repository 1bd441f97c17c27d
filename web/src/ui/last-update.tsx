import { DateText } from './date-text.tsx'
import { Icon } from './icon.tsx'
import { t } from './t.ts'

/** When what stands above was last changed. */
export function LastUpdate({ moment }: { moment: string }) {
  return (
    <span className="stamp">
      <Icon name="clock" />
      <span>
        {t('site.lastUpdate.stamp')}{' '}
        <span className="bi__en" lang="en">
          {t.en('site.lastUpdate.stamp')}
        </span>
        : <DateText moment={moment} />
      </span>
    </span>
  )
}
