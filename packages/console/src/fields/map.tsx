import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldFace, InputProps } from './face.ts'
import classes from './fields.module.css'
import { type Pair, pairsOf } from './pairs-of.ts'

export const mapFace: FieldFace = { Input: MapInput }

/** Lines of a name and a text. Unfinished lines are kept here; the value has those that have a name. */
function MapInput({ field, value, onChange, onBlur, label, error, disabled, ...rest }: InputProps) {
  const { t } = useTranslation()
  const [pairs, setPairs] = useState<readonly Pair[]>(() => pairsOf(value))
  const change = (next: readonly Pair[]) => {
    setPairs(next)
    onChange(Object.fromEntries(next.filter(([name]) => name.trim() !== '')))
  }
  const put = (index: number, pair: Pair) => change(pairs.with(index, pair))
  return (
    <div className={classes.pairs}>
      <fieldset disabled={disabled} data-path={rest['data-path']}>
        <legend className={classes.legend}>{label}</legend>
        <div className={classes.pairs}>
          {pairs.map(([name, text], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place while its name is typed
            <div key={index} className={classes.pair}>
              <TextInput
                aria-label={t('input.name')}
                onBlur={onBlur}
                value={name}
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
                onClick={() => change(pairs.filter((_, place) => place !== index))}
              >
                <IconX size={16} />
              </ActionIcon>
            </div>
          ))}
          <div>
            <Button variant="default" size="compact-sm" onClick={() => setPairs([...pairs, ['', '']])}>
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
      {field.help && <p className={classes.quiet}>{field.help}</p>}
    </div>
  )
}
