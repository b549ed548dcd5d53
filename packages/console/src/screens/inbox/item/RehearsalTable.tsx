import { useTranslation } from 'react-i18next'
import { translated } from '../../../ui/translated.ts'
import { CourtAbbr } from '../CourtCell.tsx'
import { useCourtNames } from '../use-courts.ts'
import classes from './RunAgain.module.css'
import type { Comparison, Rehearsal } from './rehearsal.ts'

interface RehearsalTableProps {
  comparisons: readonly Comparison[]
  stop?: Rehearsal['steps'][number]
}

/** Shows what would change, and below it what would stay the same. */
export function RehearsalTable({ comparisons, stop }: RehearsalTableProps) {
  const { t } = useTranslation()
  const changed = comparisons.filter(({ was, now }) => was !== now)
  const unchanged = comparisons.filter(({ was, now }) => was === now)
  return (
    <>
      <p role="status" className={classes.verdict} data-changed={changed.length > 0 || undefined}>
        {changed.length === 0 ? t('inbox.again.same') : t('inbox.again.changed', { count: changed.length })}
      </p>
      {stop && (
        <p className={classes.stop}>
          {t('inbox.again.stops', {
            stage: t(`inbox.history.stage.${stop.stage}`),
            sentence: translated(stop.sentence),
          })}
        </p>
      )}
      {changed.length > 0 && <Rows comparisons={changed} />}
      {unchanged.length > 0 && (
        <details className={classes.unchanged} open={changed.length === 0 || undefined}>
          <summary>{t('inbox.again.unchanged', { count: unchanged.length })}</summary>
          <Rows comparisons={unchanged} />
        </details>
      )}
    </>
  )
}

const courtKey = 'inbox.fact.court'

function Rows({ comparisons }: { comparisons: readonly Comparison[] }) {
  const { t } = useTranslation()
  const courts = comparisons.filter(({ labelKey }) => labelKey === courtKey).flatMap(({ was, now }) => [was, now])
  const courtOf = useCourtNames(courts)
  const shown = (labelKey: string, value: string | undefined) => {
    if (value === undefined) return <em>{t('inbox.again.nothing')}</em>
    const court = labelKey === courtKey ? courtOf(value) : undefined
    return court ? <CourtAbbr court={court} /> : value
  }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('inbox.again.part')}</th>
          <th scope="col">{t('inbox.again.was')}</th>
          <th scope="col">{t('inbox.again.now')}</th>
        </tr>
      </thead>
      <tbody>
        {comparisons.map(({ labelKey, was, now }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes, and values repeat
          <tr key={index}>
            <th scope="row">{t(labelKey)}</th>
            <td>{shown(labelKey, was)}</td>
            <td data-changed={was !== now || undefined}>{shown(labelKey, now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
