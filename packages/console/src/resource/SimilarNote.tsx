import { isEqualValue } from '@courtcrier/contract/input.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import type { SimilarRecord } from '@courtcrier/contract/similar.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { IconExternalLink } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../i18n/labels.ts'
import { findSimilar } from '../session/api.ts'
import { useTitleOf } from '../session/titles.ts'
import classes from './form.module.css'
import { type FormScope, formKeys } from './form-values.ts'
import { recordLink } from './record-address.ts'

interface SimilarNoteProps {
  scope: FormScope
  values: AnyRow
}

/** Lists possible duplicates of the record being entered, each with the reason and a link; never blocks saving. */
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

/** Returns possible duplicates of the record being entered, requested shortly after the last keystroke. */
function useSimilar(scope: FormScope, values: AnyRow): readonly SimilarRecord[] {
  const asked = askedOf(scope, values)
  // As text, so that equal input is the same query.
  const [question] = useDebouncedValue(asked ? JSON.stringify(asked) : '', 300)
  const { data } = useQuery({
    queryKey: [scope.resource.name, 'similar', question],
    queryFn: ({ signal }) => findSimilar(scope.resource, JSON.parse(question) as AnyRow, signal),
    enabled: question !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  return question === '' ? [] : (data ?? [])
}

/** Returns the request; undefined while name and number are unchanged. */
function askedOf(scope: FormScope, values: AnyRow): AnyRow | undefined {
  const { resource, row, isNew } = scope
  const { likeness } = resource
  if (!likeness) return undefined
  const shown = new Set(formKeys(scope))
  const own = [likeness.name, likeness.number].filter((key) => shown.has(key))
  const isSaid = own.some((key) => lengthOf(values[key]) >= 3 && !isEqualValue(values[key], isNew ? null : row[key]))
  if (!isSaid) return undefined
  const keys = [...own, ...likeness.with.filter((key) => shown.has(key) && typeof values[key] === 'string')]
  const told = Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
  return isNew ? told : { ...told, id: row.id }
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.trim().length : 0
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

/** Shows a value that distinguishes the record. */
function Fact({ resource, fieldKey, record }: { resource: Resource; fieldKey: string; record: SimilarRecord }) {
  const field = findField(resource, fieldKey)
  const value = Object.entries(record.values).find(([name]) => camelCase(name) === fieldKey)?.[1]
  const text = typeof value === 'string' ? value : ''
  const { data } = useTitleOf(field?.resource ?? '', field?.resource && text ? text : null)
  const shown = field?.resource ? data : field && text ? choiceLabel(field, text) : undefined
  return shown ? `${shown} · ` : null
}
