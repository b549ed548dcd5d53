import type { DocumentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { storingActs } from '../item-actions.ts'
import { type ItemActing, isPending, useCanStore } from '../use-item-actions.ts'
import type { ItemView } from './item-view.ts'

interface CopyActionsProps {
  copy: Partial<DocumentCopy> & { id: string }
  /** What the copy is of. */
  title: string
  item: ItemView['item']
  acting: ItemActing
}

/** What the state of one copy of the item and the role allow; the others stay as they are. */
export function CopyActions({ copy, title, item, acting }: CopyActionsProps) {
  const { t } = useTranslation()
  const canStore = useCanStore()
  if (!canStore || copy.inboxItemId !== item.id) return null
  return storingActs([copy], item).map((action) => {
    const wish = { id: item.id, action, copyId: copy.id }
    return (
      <Button
        key={action}
        size="compact-xs"
        variant="default"
        aria-label={t(`inbox.copies.act.${action}`, { title })}
        loading={isPending(acting, wish)}
        onClick={() => acting.act(wish)}
      >
        {t(`inbox.action.${action}`)}
      </Button>
    )
  })
}
