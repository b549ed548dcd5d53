import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { useTranslation } from 'react-i18next'
import { useTitleOf } from '../session/titles.ts'
import classes from './fields.module.css'

/** A record by its title; a record the role may not see says so, rather than showing an id. */
export function RecordTitle({ entity, id }: { entity: string; id: string | null }) {
  const { t } = useTranslation()
  const { data, isPending } = useTitleOf(entity, findResource(entity) ? id : null)
  if (!id || (isPending && findResource(entity))) return null
  return data ? data : <span className={classes.quiet}>{t('input.unknownRecord')}</span>
}
