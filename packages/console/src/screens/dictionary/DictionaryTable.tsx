import type { Dictionary } from '@courtcrier/contract/dictionary.ts'
import { validateValue } from '@courtcrier/contract/input.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../../i18n/problem-sentence.ts'
import { useEditedValue } from '../settings/use-firm-settings.ts'
import classes from './dictionary.module.css'
import { type DictionaryRow, englishPlural, isRenamed, productName } from './dictionary-rows.ts'

interface DictionaryTableProps {
  title: string
  rows: readonly DictionaryRow[]
  dictionary: Dictionary
  /** Called with changed words; an empty one restores the product's own. Absent for read-only roles. */
  onChange?: (words: Dictionary) => void
}

/** Lists words of the product, each with the firm's. */
export function DictionaryTable({ title, rows, dictionary, onChange }: DictionaryTableProps) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  const hasPlural = rows.some(({ words }) => words.length > 1)
  return (
    <table className={classes.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dictionary.product')}</th>
          <th scope="col">{t(hasPlural ? 'dictionary.one' : 'dictionary.own')}</th>
          {hasPlural && <th scope="col">{t('dictionary.many')}</th>}
          <th scope="col">
            <VisuallyHidden>{t('dictionary.reset')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} dictionary={dictionary} {...(onChange ? { onChange } : {})} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, dictionary, onChange }: { row: DictionaryRow } & Omit<DictionaryTableProps, 'rows' | 'title'>) {
  const { t } = useTranslation()
  const [one, many] = row.words
  const name = one ? productName(one) : ''
  const reset = () => onChange?.(Object.fromEntries(row.words.map(({ key }) => [key, ''])))
  return (
    <tr data-own={isRenamed(row, dictionary) || undefined}>
      <th scope="row">
        {name}
        {many && <span className={classes.quiet}>{productName(many)}</span>}
      </th>
      {row.words.map((word, index) => (
        <td key={word.key}>
          {onChange ? (
            <Word
              word={word}
              label={t(`dictionary.label.${word.number}`, { word: name })}
              kept={dictionary[word.key] ?? ''}
              onSave={(text) => onChange(changesOf(row, { index, text }, dictionary))}
            />
          ) : (
            (dictionary[word.key] ?? <span className={classes.quiet}>{productName(word)}</span>)
          )}
        </td>
      ))}
      <td>
        {onChange && isRenamed(row, dictionary) && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={reset}
            aria-label={t('dictionary.resetOf', { word: name })}
          >
            {t('dictionary.reset')}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Returns the changes for a word: a new singular changes the plural too, unless the firm has chosen its own. */
function changesOf(
  { words }: DictionaryRow,
  { index, text }: { index: number; text: string },
  dictionary: Dictionary,
): Dictionary {
  const [one, many] = words
  const key = words[index]?.key ?? ''
  if (index > 0 || !one || !many) return { [key]: text }
  const before = dictionary[one.key]
  const isOurs = dictionary[many.key] === undefined || (before && dictionary[many.key] === englishPlural(before))
  if (!isOurs) return { [key]: text }
  return {
    [key]: text,
    [many.key]: text.trim() === '' || text.trim() === one.product ? '' : englishPlural(text.trim()),
  }
}

interface WordProps {
  word: DictionaryRow['words'][number]
  label: string
  kept: string
  onSave: (text: string) => void
}

function Word({ word, label, kept, onSave }: WordProps) {
  const [problem, setProblem] = useState<string>()
  const edited = useEditedValue(kept, { save: onSave, isSame: (a, b) => a === b })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the stored value matters
  useEffect(() => edited.settle(), [kept])
  const change = (text: string) => {
    const code = problemOf(word.key, text)
    setProblem(code && sentenceOf(code))
    edited.change(text, { isValid: !code })
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={productName(word)}
      value={edited.value}
      error={problem}
      autoComplete="off"
      onBlur={edited.flush}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

function problemOf(key: string, text: string): string | undefined {
  const { dictionary } = firm.fields
  if (!dictionary || text.trim() === '') return undefined
  const result = validateValue(dictionary, { [key]: text })
  return 'code' in result ? result.code : undefined
}
