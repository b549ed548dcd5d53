import { useTranslation } from 'react-i18next'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { type StatusOfItem, statusWord } from './item-status.ts'
import './text.ts'

/** Shows an item's state; nothing for a role that doesn't see it. */
export function ItemStatusDot({ status, disposition }: StatusOfItem) {
  const { t } = useTranslation()
  const word = statusWord({ status, disposition })
  return word ? <StatusDot tone={word.tone}>{t(word.labelKey)}</StatusDot> : null
}
