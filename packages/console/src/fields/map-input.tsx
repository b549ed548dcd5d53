import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../i18n/problem-sentence.ts'
import type { FieldInput, InputProps } from './control.ts'
import classes from './fields.module.css'
import { type Pair, pairsOf } from './map.tsx'

export const mapInput: FieldInput = { Input: MapInput }

/** Edits lines with a name and a text. Unfinished lines are held here; the value has those with a name. */
function MapInput({ field, value, onChange, onBlur, label, error, disabled, ...rest }: InputProps) {
  const { t } = useTranslation()
  const [pairs, setPairs] = useState<readonly Pair[]>(() => pairsOf(value))
  // Another value than these lines make: it was restored, or changed elsewhere.
  const shown = JSON.stringify(mapOf(pairs)) === JSON.stringify(value ?? {}) ? pairs : pairsOf(value)
  const change = (next: readonly Pair[]) => {
    setPairs(next)
    onChange(mapOf(next))
  }
  const put = (index: number, pair: Pair) => change(shown.with(index, pair))
  return (
    <div className={classes.pairs}>
      <fieldset disabled={disabled} data-path={rest['data-path']}>
        <legend className={classes.legend}>{label}</legend>
        <div className={classes.pairs}>
          {shown.map(([name, text], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity while its name is typed
            <div key={index} className={classes.pair}>
              <TextInput
                aria-label={t('input.name')}
                onBlur={onBlur}
                value={name}
                error={problemOf(shown, index)}
                onChange={(event) => put(index, [event.currentTarget.value, text])}
              />
              <TextInput
                aria-label={t('input.value')}
                onBlur={onBlur}
                value={text}
                onChange={(event) => put(index, [name, event.currentTarget.value])}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('input.removePair', { name })}
                onClick={() => change(shown.filter((_, place) => place !== index))}
              >
                <IconX size={16} />
              </ActionIcon>
            </div>
          ))}
          <div>
            <Button variant="default" size="compact-sm" onClick={() => setPairs([...shown, ['', '']])}>
              {t('input.addPair')}
            </Button>
          </div>
        </div>
      </fieldset>
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      {field.help && <p className={classes.help}>{field.help}</p>}
    </div>
  )
}

/** Says why a line wouldn't be saved as it is: it has no name, or that of an earlier one. */
function problemOf(pairs: readonly Pair[], index: number): string | undefined {
  const [name, text] = pairs[index] ?? ['', '']
  if (name.trim() === '') return text === '' ? undefined : sentenceOf('required')
  return pairs.findIndex(([other]) => other === name) < index ? sentenceOf('repeated') : undefined
}

function mapOf(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(pairs.filter(([name]) => name.trim() !== ''))
}
