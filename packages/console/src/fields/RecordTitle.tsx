import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { useTranslation } from 'react-i18next'
import { fullTitleOf, useTitleOf } from '../session/titles.ts'
import classes from './fields.module.css'

/** Shows a record by its title; for a record the role may not see, says so instead of showing an ID. */
export function RecordTitle({ entity, id }: { entity: string; id: string | null }) {
  const { t } = useTranslation()
  const { data, isPending } = useTitleOf(entity, findResource(entity) ? id : null)
  if (!id || (isPending && findResource(entity))) return null
  if (!data) return <span className={classes.quiet}>{t('input.unknownRecord')}</span>
  const full = fullTitleOf(entity, id)
  return full ? (
    <abbr className={classes.short} title={full}>
      <bdi>{data}</bdi>
    </abbr>
  ) : (
    <bdi>{data}</bdi>
  )
}
