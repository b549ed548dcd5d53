import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CourtLink } from '../../filed/CourtLink.tsx'
import { CourtAbbr } from '../CourtCell.tsx'
import type { CourtName } from '../use-courts.ts'
import { type Evidence, type Fact, recordParts } from './evidence.ts'
import panel from './ItemPanel.module.css'
import type { ItemView } from './item-view.ts'
import classes from './NoticeFacts.module.css'
import type { Lighting } from './use-lit-evidence.ts'

interface NoticeFactsProps {
  view: ItemView
  evidence: Evidence
  lighting: Lighting
  courtOf: (id: string | undefined) => CourtName | undefined
}

/** Shows the facts read from the message. Each value found in the email links to its position. */
export function NoticeFacts({ view, evidence, lighting, courtOf }: NoticeFactsProps) {
  const { t } = useTranslation()
  const { facts, docketText, documents, recipients } = evidence
  const shownOf = ({ isCourt, value }: Fact) => {
    const court = isCourt ? courtOf(value) : undefined
    return court ? <CourtAbbr court={court} className={classes.court} /> : value
  }
  const isEmpty = facts.length === 0 && !docketText
  const served = recipients.filter(({ labelKey }) => labelKey !== notServed).length
  return (
    <section className={panel.section}>
      <h3 className={panel.heading}>{t(view.isWhole || isEmpty ? 'inbox.facts.title' : 'inbox.facts.part')}</h3>
      {isEmpty && <p className={panel.quiet}>{t('inbox.facts.nothing')}</p>}
      {view.notice.isSealed && <p className={classes.sealed}>{t('inbox.facts.sealed')}</p>}
      <dl className={classes.facts}>
        {facts.map((fact) => (
          <div key={`${fact.labelKey} ${fact.value}`}>
            <dt>{t(fact.labelKey)}</dt>
            <dd className={fact.isFigure ? 'num' : undefined}>
              <FactValue place={evidence.placeOf(fact)} lighting={lighting}>
                {shownOf(fact)}
              </FactValue>{' '}
              {fact.isCourt && (
                <small>
                  <CourtLink id={fact.value}>{t('inbox.fact.courtPage')}</CourtLink>
                </small>
              )}{' '}
              {fact.from && <small>{t(`inbox.fact.from.${fact.from}`)}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {docketText && <DocketText fact={docketText} evidence={evidence} lighting={lighting} />}
      {/* The documents as the notice lists them; the list of documents shows the result for each. */}
      {documents.length > 0 && (
        <FactList
          summary={t('inbox.facts.listed', { count: documents.length })}
          facts={documents}
          {...{ evidence, lighting }}
        />
      )}
      {recipients.length > 0 && (
        <FactList
          summary={t('inbox.facts.recipients', { count: served })}
          facts={recipients}
          noteOf={({ labelKey }) => (labelKey === notServed ? t(labelKey) : undefined)}
          {...{ evidence, lighting }}
        />
      )}
    </section>
  )
}

const notServed = 'inbox.fact.notServed'

interface DocketTextProps {
  fact: Fact
  evidence: Evidence
  lighting: Lighting
}

/** Shows the clerk's words, set in the record's typeface. */
function DocketText({ fact, evidence, lighting }: DocketTextProps) {
  const { t } = useTranslation()
  const names = evidence.facts
    .filter(({ labelKey }) => labelKey === 'inbox.fact.filer')
    .flatMap(({ value }) => value.split('; '))
  const parts = recordParts(fact.value, names)
  return (
    <blockquote className={classes.record} aria-label={t('inbox.fact.docketText')}>
      <FactValue place={evidence.placeOf(fact)} lighting={lighting} isBlock>
        {parts.map(({ text, isMarked }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts never changes
          isMarked ? <mark key={index}>{text}</mark> : text,
        )}
      </FactValue>
    </blockquote>
  )
}

interface FactListProps {
  summary: string
  facts: readonly Fact[]
  evidence: Evidence
  lighting: Lighting
  /** Details after a fact, if there are any. */
  noteOf?: (fact: Fact) => string | undefined
}

/** Lists facts of one kind, collapsed: a notice may have hundreds. */
function FactList({ summary, facts, evidence, lighting, noteOf }: FactListProps) {
  return (
    <details className={classes.recipients}>
      <summary>{summary}</summary>
      <ul className={panel.list}>
        {facts.map((fact, index) => {
          const note = noteOf?.(fact)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes, and titles repeat
            <li key={index}>
              <FactValue place={evidence.placeOf(fact)} lighting={lighting}>
                {fact.value}
              </FactValue>
              {note && <small> {note}</small>}
            </li>
          )
        })}
      </ul>
    </details>
  )
}

interface FactValueProps {
  /** Its index in the evidence; without one nothing is highlighted. */
  place?: number
  lighting: Lighting
  isBlock?: boolean
  children: ReactNode
}

/** Shows a value with its evidence: pointing at it highlights its position in the email, pressing it scrolls there. */
function FactValue({ place, lighting, isBlock, children }: FactValueProps) {
  const { t } = useTranslation()
  if (place === undefined) return <span>{children}</span>
  const light = () => lighting.setLit(place)
  const unlight = () => lighting.setLit(undefined)
  return (
    <button
      type="button"
      className={classes.value}
      title={t('inbox.facts.evidence')}
      data-block={isBlock || undefined}
      data-lit={lighting.lit === place || undefined}
      onMouseEnter={light}
      onMouseLeave={unlight}
      onFocus={light}
      onBlur={unlight}
      onClick={() => lighting.ask(place)}
    >
      {children}
    </button>
  )
}
