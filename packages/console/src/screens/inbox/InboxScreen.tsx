import { Suspense, useEffect, useRef, useState } from 'react'
import classes from '../../resource/list/List.module.css'
import { useRecordLayout } from '../../resource/list/use-record-layout.ts'
import { LoadingFields } from '../../ui/Loading.tsx'
import { lazy } from '../../ui/lazy.ts'
import { useLate } from '../../ui/use-late.ts'
import { InboxList } from './InboxList.tsx'
import '../../resource/text.ts'
import './text.ts'
import { useInboxPlace } from './use-inbox-place.ts'
import { useItemActions } from './use-item-actions.ts'
import { type TriageFlow, useTriageFlow } from './use-triage-flow.ts'

const loadFrame = () => import('./item/ItemFrame.tsx')
const NewCaseDrawer = lazy(() => import('./item/NewCaseDrawer.tsx'))

/**
 * Shows the inbox: the live list of received notices, and the open one. It opens next to the list if there is room,
 * over it if there is less, and as a page on a phone or when opened by its address.
 */
export default function InboxScreen() {
  const place = useInboxPlace()
  const flow = useTriageFlow(place)
  const acting = useItemActions(flow, place)
  const layout = useRecordLayout()
  const [caseFor, setCaseFor] = useState<string>()
  const { openId } = place
  const shared = { place, acting, onCreateCase: setCaseFor }
  const isPage = openId !== undefined && (layout === 'page' || !place.isFromList)
  useBackToRow(isPage ? openId : undefined, flow)
  // Users most likely open a notice next.
  const { Late: ItemFrame } = useLate(loadFrame, openId !== undefined, { near: 'tr[data-id]' })
  const frame = ItemFrame && <ItemFrame id={openId} layout={isPage ? 'page' : layout} {...shared} />
  return (
    <>
      {isPage ? (
        (frame ?? <LoadingFields />)
      ) : (
        <div className={classes.screen}>
          <InboxList flow={flow} {...shared} />
          {frame}
        </div>
      )}
      {caseFor && (
        <Suspense>
          <NewCaseDrawer key={caseFor} id={caseFor} acting={acting} onClose={() => setCaseFor(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Focuses the row of the item that was open as a page, once the list is there again. */
function useBackToRow(pageId: string | undefined, { comeBack }: TriageFlow): void {
  const last = useRef(pageId)
  useEffect(() => {
    if (last.current !== undefined && pageId === undefined)
      comeBack({ id: last.current, wasOpen: false, hasMoved: true })
    last.current = pageId
  }, [pageId, comeBack])
}
