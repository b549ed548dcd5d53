import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { useTranslation } from 'react-i18next'
import { writtenInWords } from './condition-words.ts'

/** Shows a rule's condition in words. */
export default function ConditionCell({ row }: { row: AnyRow }) {
  const { t } = useTranslation()
  const words = writtenInWords(String(row.template ?? ''))
  return words === undefined ? t('condition.everyNotice') : words.charAt(0).toUpperCase() + words.slice(1)
}
