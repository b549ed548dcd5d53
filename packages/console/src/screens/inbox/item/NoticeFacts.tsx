import { useTranslation } from 'react-i18next'
import type { CourtName } from '../use-courts.ts'
import { type Evidence, type Fact, recordParts } from './evidence.ts'
import { FactValue } from './FactValue.tsx'
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

/** What was read from the message. Each value that has a place in the mail leads there. */
export function NoticeFacts({ view, evidence, lighting, courtOf }: NoticeFactsProps) {
  const { t } = useTranslation()
  const { facts, docketText, documents, recipients } = evidence
  const textOf = (fact: Fact) => (fact.isCourt ? (courtOf(fact.value)?.name ?? fact.value) : fact.value)
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
                {textOf(fact)}
              </FactValue>{' '}
              {fact.from && <small>{t(`inbox.fact.from.${fact.from}`)}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {docketText && <DocketText fact={docketText} evidence={evidence} lighting={lighting} />}
      {/* What the notice itself says of its documents; what became of each stands in the list of documents. */}
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

/** The clerk's words, in the face of the record. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
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
  /** What stands behind a fact, where there is more to say of it. */
  noteOf?: (fact: Fact) => string | undefined
}

/** Facts of one kind, folded up: a notice may list hundreds. */
function FactList({ summary, facts, evidence, lighting, noteOf }: FactListProps) {
  return (
    <details className={classes.recipients}>
      <summary>{summary}</summary>
      <ul className={panel.list}>
        {facts.map((fact, index) => {
          const note = noteOf?.(fact)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: what a notice lists does not move, and titles repeat
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
