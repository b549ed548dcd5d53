import { deliveryParameter } from '@courtcrier/contract/resources/delivery.ts'
import { useEffect } from 'react'
import { apiSend } from '../../session/api.ts'

/** Notes at the delivery whose mail led here that its document was opened, once it is on the screen. */
export function useNoteOpened(documentId: string, isShown: boolean): void {
  useEffect(() => {
    const deliveryId = new URLSearchParams(location.search).get(deliveryParameter)
    if (!isShown || !deliveryId) return
    // The document is there to be read whether its opening can be noted or not.
    apiSend('POST', `/api/v1/document/${encodeURIComponent(documentId)}/opened`, { delivery_id: deliveryId }).catch(
      () => undefined,
    )
  }, [documentId, isShown])
}
