import { camelCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import type { SimilarRecord } from '@courtcrier/contract/similar.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTitleOf } from '../session/titles.ts'
import classes from './form.module.css'
import type { FormScope } from './form-values.ts'
import { choiceLabel } from './labels.ts'
import { recordLink } from './record-link.ts'
import { useSimilar } from './use-similar.ts'

interface SimilarNoteProps {
  scope: FormScope
  values: AnyRow
}

/** Records that may be the one that is being typed in, each with why and a way to it; it never holds anybody up. */
export function SimilarNote({ scope, values }: SimilarNoteProps) {
  const { t } = useTranslation()
  const similar = useSimilar(scope, values)
  return (
    <div role="status">
      {similar.length > 0 && (
        <div className={classes.similar}>
          <p>{t('similar.title', { count: similar.length })}</p>
          <ul>
            {similar.map((record) => (
              <Candidate key={record.id} resource={scope.resource} record={record} />
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Candidate({ resource, record }: { resource: Resource; record: SimilarRecord }) {
  const { t } = useTranslation()
  const number = numberOf(resource, record)
  const title = [number, record.title].filter(Boolean).join(' ')
  const why = record.reasons.map((reason) => t(`similar.${reason}`)).join(', ')
  return (
    <li>
      <a
        href={recordLink(resource, record.id)}
        target="_blank"
        rel="noreferrer"
        aria-label={t('similar.open', { title })}
      >
        {title} <IconExternalLink size={14} stroke={1.8} aria-hidden />
      </a>
      <span>
        {(resource.likeness?.with ?? []).map((key) => (
          <Fact key={key} resource={resource} fieldKey={key} record={record} />
        ))}
        {why}
      </span>
    </li>
  )
}

function numberOf(resource: Resource, record: SimilarRecord): unknown {
  return Object.entries(record.values).find(([name]) => camelCase(name) === resource.likeness?.number)?.[1]
}

/** A value that tells the record apart. */
function Fact({ resource, fieldKey, record }: { resource: Resource; fieldKey: string; record: SimilarRecord }) {
  const field = findField(resource, fieldKey)
  const value = Object.entries(record.values).find(([name]) => camelCase(name) === fieldKey)?.[1]
  const text = typeof value === 'string' ? value : ''
  const { data } = useTitleOf(field?.resource ?? '', field?.resource && text ? text : null)
  const shown = field?.resource ? data : field && text ? choiceLabel(field, text) : undefined
  return shown ? `${shown} · ` : null
}
