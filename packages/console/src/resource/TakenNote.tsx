import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { useTranslation } from 'react-i18next'
import classes from './form.module.css'
import { type FormScope, sentenceOf } from './form-values.ts'
import { recordLink } from './record-link.ts'

/** That no other record may have this value, and the one that does. */
export function TakenNote({ scope, taken }: { scope: FormScope; taken: AnyRow }) {
  const { t } = useTranslation()
  const { resource } = scope
  const title = String(taken[resource.title] ?? '') || t('taken.unnamed')
  return (
    <>
      {sentenceOf('not_unique')}{' '}
      <a className={classes.taken} href={recordLink(resource, String(taken.id))} target="_blank" rel="noreferrer">
        {t('taken.link', { title })}
      </a>
    </>
  )
}
