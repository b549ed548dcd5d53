import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { CaughtByRule } from '@courtcrier/contract/calls/console.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { resourceLabel, resourceWord } from '../../i18n/labels.ts'
import { recordLink } from '../../resource/record-address.ts'
import { searchRows } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { SettingField } from '../settings/SettingField.tsx'
import type { FirmSettings } from '../settings/use-firm-settings.ts'
import { type Exception, hasText, isInForce } from './exceptions.ts'
import classes from './special-handling.module.css'

interface ExceptionItemProps {
  exception: Exception
  settings: FirmSettings
  /** Only entries with this text are shown. */
  sought: string
  /** Recent notices it caught; undefined if unknown. */
  caught: number | undefined
  /** Which of its records and entries caught them, those that caught most first. */
  rules: readonly CaughtByRule[]
}

/** Shows one exception: its sentence, its settings or records, what it caught, and how to change it. */
export function ExceptionItem({ exception, settings, sought, caught, rules }: ExceptionItemProps) {
  const { t } = useTranslation()
  const role = useRole()
  const { id, keys = [], records, isBuiltIn = false } = exception
  const found = useRecords(records)
  const seen = keys.filter((key) => fieldAccess(firm, key, role) !== 'DENY')
  if (!isBuiltIn && (keys.length > 0 ? seen.length === 0 : !found.isVisible)) return null
  const values = seen.map((key) => settings.row?.[key])
  const title = records ? resourceLabel(getResource(records.resource), 'many') : t(`special.title.${id}`)
  const text = t(`special.text.${id}`)
  if (!hasText([title, text, ...values.filter(isInForce), found.titles], sought)) return null
  const inForce = isBuiltIn ? undefined : records ? found.total : values.filter(isInForce).length
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {inForce !== undefined && (
          <StatusDot tone={inForce > 0 ? 'warn' : 'neutral'}>
            {records ? t('special.records', { count: inForce }) : t(inForce > 0 ? 'special.on' : 'special.off')}
          </StatusDot>
        )}
      </div>
      <p className={classes.text}>{text}</p>
      {caught !== undefined && <p className={classes.caught}>{t('special.caught', { count: caught })}</p>}
      <CaughtBy rules={rules} resource={records?.resource} />
      {seen.length > 0 && (
        <div className={classes.fields}>
          {seen.map((key) => (
            <SettingField key={key} settings={settings} fieldKey={key} />
          ))}
        </div>
      )}
      {records && <Records resource={records.resource} titles={found.titles} total={found.total ?? 0} />}
    </li>
  )
}

const shownRules = 10

/** Lists what each record or entry caught. */
function CaughtBy({ rules, resource }: { rules: readonly CaughtByRule[]; resource: string | undefined }) {
  const { t } = useTranslation()
  if (rules.length === 0) return null
  const more = rules.length - shownRules
  return (
    <ul className={classes.rules}>
      {rules.slice(0, shownRules).map(({ kind, id, name, count }) => (
        <li key={id ?? name}>
          {id !== null && resource ? <Link to={recordLink(getResource(resource), id)}>{name}</Link> : name}{' '}
          <span>{t(kind === 'accepted_domains' ? 'special.refused' : 'special.caughtBy', { count })}</span>
        </li>
      ))}
      {more > 0 && <li>{t('special.moreRules', { count: more })}</li>}
    </ul>
  )
}

function Records({ resource: name, titles, total }: { resource: string; titles: readonly string[]; total: number }) {
  const { t } = useTranslation()
  const resource = getResource(name)
  return (
    <p className={classes.records}>
      {titles.length > 0 && (
        <span>
          {t(total > titles.length ? 'special.latestOf' : 'special.latest', {
            titles: titles.join(', '),
            count: total - titles.length,
          })}
        </span>
      )}
      <Link to={resource.route}>{t('special.open', { records: resourceWord(resource, 'many') })}</Link>
    </p>
  )
}

const shownTitles = 3

/** Returns the active records: how many, and the latest by name. */
function useRecords(records: Exception['records']) {
  const role = useRole()
  const resource = getResource(records?.resource ?? firm.name)
  const isVisible = records !== undefined && subjectAccess(resource.subject, role) !== 'DENY'
  const { inForce } = records ?? {}
  const canFilter = inForce !== undefined && fieldAccess(resource, inForce.field, role) !== 'DENY'
  const query = {
    max: shownTitles,
    sort: [{ field: 'createdAt', isDescending: true }],
    filters: canFilter ? [{ field: inForce.field, in: [inForce.value] }] : [],
  }
  const { data } = useQuery({
    queryKey: [resource.name, 'in-force'],
    queryFn: ({ signal }) => searchRows(resource, query, signal),
    enabled: isVisible,
  })
  const titles = (data?.rows ?? []).map((row) => String(row[resource.title] ?? '')).filter((title) => title !== '')
  return { isVisible, total: data?.total, titles }
}
