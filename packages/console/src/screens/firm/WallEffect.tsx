import type { BodyOf } from '@courtcrier/contract/calls/call.ts'
import { previewWall, type WallExcluded, type WallPreview } from '@courtcrier/contract/calls/walls.ts'
import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { ethicalWall } from '@courtcrier/contract/resources/ethical-wall.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import panel from '../../resource/FormPanel.module.css'
import { FormPanel } from '../../resource/FormPanel.tsx'
import { ask } from '../../session/ask.ts'
import './wall-text.ts'
import { formatList } from '../../ui/format-list.ts'
import { useSettledValue } from '../../ui/use-settled-value.ts'
import classes from './wall-effect.module.css'

const settleMs = 400

/** Shows below a wall's fields who loses sight of how many cases and filings, and who can still see them. */
export default function WallEffect({ row, values }: { row: AnyRow; values: AnyRow }) {
  const { t } = useTranslation()
  const draft = useSettledValue(draftOf(row, values), settleMs)
  const preview = useQuery({
    queryKey: [ethicalWall.name, 'preview', draft],
    queryFn: () => ask(previewWall, { body: draft }),
    enabled: isComplete(draft),
    placeholderData: keepPreviousData,
  })
  if (!isComplete(draftOf(row, values)))
    return (
      <section className={panel.panel} aria-label={t('wallEffect.title')}>
        <h3>{t('wallEffect.title')}</h3>
        <p className={classes.quiet}>{t('wallEffect.incomplete')}</p>
      </section>
    )
  return (
    <FormPanel title={t('wallEffect.title')} query={preview} lines={4}>
      {(data) => <Effect preview={data} />}
    </FormPanel>
  )
}

type Draft = BodyOf<typeof previewWall>

function draftOf(row: AnyRow, values: AnyRow) {
  return {
    ...(row.id ? { id: String(row.id) } : {}),
    wallType: (values.wallType || null) as Draft['wallType'],
    matterId: values.matterId ? String(values.matterId) : null,
    clientId: values.clientId ? String(values.clientId) : null,
    timekeeperIds: Array.isArray(values.timekeeperIds) ? values.timekeeperIds.map(String) : [],
  }
}

function isComplete({ matterId, clientId, timekeeperIds }: ReturnType<typeof draftOf>): boolean {
  return (matterId !== null || clientId !== null) && !isEmptyValue(timekeeperIds)
}

function Effect({ preview }: { preview: WallPreview }) {
  const { t } = useTranslation()
  const { excluded, excluded_count: excludedCount, left, left_count: leftCount, is_on: isOn } = preview
  const reach = reachWords(preview, t)
  return (
    <>
      <p role="status" className={classes.reach}>
        {reach ? t('wallEffect.reach', { reach }) : t('wallEffect.hidden')}
      </p>
      {!isOn && <p className={classes.warning}>{t('wallEffect.off')}</p>}
      <h4>{t('wallEffect.excluded', { count: excludedCount })}</h4>
      {excludedCount === 0 && <p>{t('wallEffect.noOne')}</p>}
      <ul className={panel.list}>
        {excluded.map((person) => (
          <li key={person.id} className={classes.person}>
            <b>{person.name}</b>
            <span>{lossWords(person, t)}</span>
          </li>
        ))}
      </ul>
      <More count={excludedCount - excluded.length} />
      {leftCount !== null && <Left names={left.map(({ name }) => name)} count={leftCount} />}
    </>
  )
}

function Left({ names, count }: { names: readonly string[]; count: number }) {
  const { t } = useTranslation()
  return (
    <>
      <h4>{t('wallEffect.left', { count })}</h4>
      {count === 0 ? (
        <p className={classes.warning}>{t('wallEffect.noneLeft')}</p>
      ) : (
        <p className={classes.names}>{names.join(', ')}</p>
      )}
      <More count={count - names.length} />
    </>
  )
}

function More({ count }: { count: number }) {
  const { t } = useTranslation()
  return count > 0 ? <p className={classes.quiet}>{t('wallEffect.more', { count })}</p> : null
}

/** Returns `2 cases and 14 filings`; empty if the role may see neither. */
function reachWords({ cases, filings }: Pick<WallPreview, 'cases' | 'filings'>, t: TFunction): string {
  const parts = [
    cases === null ? undefined : t('wallEffect.cases', { count: cases }),
    filings === null ? undefined : t('wallEffect.filings', { count: filings }),
  ]
  return formatList(parts.filter((part) => part !== undefined))
}

function lossWords(person: WallExcluded, t: TFunction): string {
  const seesAny = Boolean(person.cases || person.filings)
  const loss = seesAny ? t('wallEffect.loses', { reach: reachWords(person, t) }) : t('wallEffect.sees')
  const known = [
    person.cases === null && person.filings === null ? undefined : loss,
    person.is_assigned ? t('wallEffect.assigned') : undefined,
    person.has_login === false ? t('wallEffect.noLogin') : undefined,
  ]
  return known.filter((part) => part !== undefined).join('. ')
}
