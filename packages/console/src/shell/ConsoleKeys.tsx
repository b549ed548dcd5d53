import { Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { resourceLabel } from '../resource/labels.ts'
import { useRole } from '../session/session-store.ts'
import { goKeysOf } from './go-keys.ts'
import classes from './keys.module.css'
import './keys-text.ts'
import { paletteKey } from './palette-key.ts'

const keys = [
  [paletteKey, 'palette'],
  ['?', 'sheet'],
  ['F8', 'notices'],
  ['Z', 'undo'],
  ['Esc', 'leave'],
] as const

interface ConsoleKeysProps {
  /** Keys that are told of already. */
  without?: readonly string[]
}

/** The keys that work on every page of the role. */
export function ConsoleKeys({ without = [] }: ConsoleKeysProps) {
  const { t } = useTranslation()
  const role = useRole()
  return (
    <>
      <h3 className={classes.heading}>{t('consoleKeys.anywhere')}</h3>
      <dl className={classes.keys}>
        {keys
          .filter(([key]) => !without.includes(key))
          .map(([key, name]) => (
            <KeyLine key={name} parts={key.split(' ')} text={t(`consoleKeys.${name}`)} />
          ))}
      </dl>
      <h3 className={classes.heading}>{t('consoleKeys.go')}</h3>
      <dl className={classes.keys} data-columns>
        {goKeysOf(role).map(({ letter, entry }) => (
          <KeyLine
            key={letter}
            parts={['G', letter.toUpperCase()]}
            text={entry.resource ? resourceLabel(entry.resource, 'many') : t(entry.titleKey ?? '')}
          />
        ))}
      </dl>
    </>
  )
}

function KeyLine({ parts, text }: { parts: readonly string[]; text: string }) {
  return (
    <div>
      <dt>
        {parts.map((part) => (
          <Kbd key={part}>{part}</Kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  )
}
