import type { Resource } from '@courtcrier/contract/resource.ts'
import { useTranslation } from 'react-i18next'
import { resourceWord } from '../i18n/labels.ts'
import './form-text.ts'
import classes from './form.module.css'
import { useCanWrite } from './use-can-write.ts'

/** Takes the place of a new record's form, whose address may be from someone with another role. */
export function CannotCreate({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const mayWrite = useCanWrite(resource)
  return (
    <p className={classes.facts}>
      {t(mayWrite ? 'noForm.cannotComplete' : 'noForm.cannotCreate', { records: resourceWord(resource, 'many') })}
    </p>
  )
}
