import type { deliveryMethods } from '@courtcrier/contract/delivery-methods.ts'

export type DeliveryMethod = Exclude<(typeof deliveryMethods)[number], 'INHERIT_METHOD'>

/**
 * What each delivery method includes. None carries the court's own message, so the `NO_EMAIL` ones differ only in name.
 */
export const methodTraits: Readonly<Record<DeliveryMethod, { attaches: boolean; namesCopies: boolean }>> = {
  PDF: { attaches: true, namesCopies: false },
  PDF_NO_EMAIL: { attaches: true, namesCopies: false },
  WEB_LINK: { attaches: false, namesCopies: false },
  DMS_LINK: { attaches: false, namesCopies: true },
  PDF_AND_DMS_LINK: { attaches: true, namesCopies: true },
  PDF_AND_DMS_LINK_NO_EMAIL: { attaches: true, namesCopies: true },
}

/** The method to use: the delivery's, else the firm's, else the documents themselves. */
export function methodOf(...choices: readonly (string | null)[]): DeliveryMethod {
  return choices.find((choice): choice is DeliveryMethod => choice !== null && choice in methodTraits) ?? 'PDF'
}
