import type { CaughtByRule } from '@courtcrier/contract/calls/console.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { type Firm, firm } from '@courtcrier/contract/resources/firm.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { resourceLabel, resourceWord } from '../../i18n/labels.ts'
import { recordLink } from '../../resource/record-address.ts'
import { useRole } from '../../session/session-store.ts'
import { lazy } from '../../ui/lazy.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import '../firm/text.ts'
import { SettingField } from '../settings/SettingField.tsx'
import type { FirmSettings } from '../settings/use-firm-settings.ts'
import { triedLists } from '../trials/firm-lists.ts'
import { type Exception, hasText, isInForce } from './exceptions.ts'
import classes from './special-handling.module.css'
import { useExceptionRecords } from './use-exception-records.ts'

const FirmListTrial = lazy(() => import('../trials/FirmListTrial.tsx'))

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
  const found = useExceptionRecords(records, settings.row)
  const seen = keys.filter((key) => fieldAccess(firm, key, role) !== 'DENY')
  if (!isBuiltIn && (keys.length > 0 ? seen.length === 0 : !found.isVisible)) return null
  const values = seen.map((key) => settings.row?.[key])
  const title = records ? resourceLabel(getResource(records.resource), 'many') : t(`special.title.${id}`)
  const text = t(`special.text.${id}`)
  if (!hasText([title, text, ...values.filter(isInForce), found.titles], sought)) return null
  const inForce = isBuiltIn ? undefined : records ? found.inForce : values.filter(isInForce).length
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
      {found.isOff && records?.onlyWith && <p className={classes.caught}>{t(records.onlyWith.offKey)}</p>}
      {caught !== undefined && <p className={classes.caught}>{t('special.caught', { count: caught })}</p>}
      <CaughtBy rules={rules} resource={records?.resource} />
      {seen.length > 0 && (
        <div className={classes.fields}>
          {seen.map((key) => (
            <SettingField key={key} settings={settings} fieldKey={key} />
          ))}
        </div>
      )}
      <ListTrials settings={settings} keys={seen} />
      {records && <Records resource={records.resource} titles={found.titles} total={found.total ?? 0} />}
    </li>
  )
}

/** Lets entries of the lists be tried before they are saved. */
function ListTrials({ settings, keys }: { settings: FirmSettings; keys: readonly (keyof Firm)[] }) {
  const lists = triedLists(keys).filter((list) => settings.canWrite(list))
  return lists.map((list) => (
    <Suspense key={list}>
      <FirmListTrial settings={settings} list={list} />
    </Suspense>
  ))
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
