import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { ChatPanel } from '../chats/ChatPanel.tsx'
import { DailyPreview } from './DailyPreview.tsx'

/** What a preference group's form shows below its fields: its chat channel, and its next daily message. */
export default function GroupPanels({ row, isNew }: { row: AnyRow; isNew: boolean }) {
  return (
    <>
      {!isNew && <ChatPanel row={row} />}
      <DailyPreview row={row} isNew={isNew} />
    </>
  )
}
