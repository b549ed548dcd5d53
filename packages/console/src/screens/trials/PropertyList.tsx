import type { TriedProperty } from '@courtcrier/contract/calls/trials.ts'
import { useTranslation } from 'react-i18next'
import { translated } from '../../ui/translated.ts'
import classes from './trials.module.css'
import './text.ts'

/** Lists what a DMS gets of a document's properties, each under the name that it has there, and what it doesn't get. */
export function PropertyList({ properties }: { properties: readonly TriedProperty[] }) {
  const { t } = useTranslation()
  if (properties.length === 0) return null
  return (
    <div className={classes.properties}>
      <p>{t('trial.properties')}</p>
      <dl className={classes.beside}>
        {properties.map(({ property, name, value, why }) => (
          <div key={`${property} ${name}`} className={classes.property}>
            <dt>{name ?? property}</dt>
            <dd>
              {name !== null && value}
              {why !== null && <em>{translated(why)}</em>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
