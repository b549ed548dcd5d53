import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import panel from '../../resource/FormPanel.module.css'
import { formatDateTime } from '../../ui/format-time.ts'
import { translated } from '../../ui/translated.ts'
import classes from './trials.module.css'
import './text.ts'

interface TriedNotice {
  id: string
  title: string
  at: string
  did?: string | null
  would?: string | null
}

interface TriedListProps<Tried> {
  tried: readonly Tried[]
  to: (id: string) => string
  detail?: ((tried: Tried) => ReactNode) | undefined
}

/** Lists past notices with what happened to each and what would have happened. */
export function TriedList<Tried extends TriedNotice>({ tried, to, detail }: TriedListProps<Tried>) {
  const { t } = useTranslation()
  if (tried.length === 0) return null
  return (
    <ul className={panel.list}>
      {tried.map(({ id, title, at, did, would }, index) => (
        <li key={id} className={classes.tried}>
          <Link to={to(id)} target="_blank">
            {title || t('trial.untitled')}
          </Link>
          <time dateTime={at}>{formatDateTime(at)}</time>
          {(would || did) && (
            <dl className={classes.beside}>
              {would && (
                <>
                  <dt>{t('trial.would')}</dt>
                  <dd>{translated(would)}</dd>
                </>
              )}
              {did && (
                <>
                  <dt>{t('trial.did')}</dt>
                  <dd>{translated(did)}</dd>
                </>
              )}
            </dl>
          )}
          {tried[index] && detail?.(tried[index])}
        </li>
      ))}
    </ul>
  )
}
