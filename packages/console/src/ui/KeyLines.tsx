import { Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './KeyLines.module.css'
import type { KeyLine } from './overlays.ts'
import { translated } from './translated.ts'

interface KeyLinesProps {
  lines: readonly KeyLine[]
  hasColumns?: boolean
}

/** Lists keys and their actions. */
export function KeyLines({ lines, hasColumns }: KeyLinesProps) {
  useTranslation()
  return (
    <dl className={classes.keys} data-columns={hasColumns || undefined}>
      {lines.map(([keys, text]) => (
        <div key={text}>
          <dt>
            {keys.split(' ').map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd>{translated(text)}</dd>
        </div>
      ))}
    </dl>
  )
}
