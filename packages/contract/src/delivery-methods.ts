// Apart from the resource: the firm has them too, and the login page loads the firm's definition.

export const deliveryMethods = [
  'PDF',
  'WEB_LINK',
  'DMS_LINK',
  'PDF_AND_DMS_LINK',
  'INHERIT_METHOD',
  'PDF_NO_EMAIL',
  'PDF_AND_DMS_LINK_NO_EMAIL',
] as const

/** The court's own message is included unless the method excludes it. */
export const methodLabels: Readonly<Record<(typeof deliveryMethods)[number], string>> = {
  PDF: 'PDF attached',
  WEB_LINK: 'Web link',
  DMS_LINK: 'DMS link',
  PDF_AND_DMS_LINK: 'PDF and DMS link',
  INHERIT_METHOD: 'Inherited',
  PDF_NO_EMAIL: "PDF without the court's message",
  PDF_AND_DMS_LINK_NO_EMAIL: "PDF and DMS link without the court's message",
}

export const cadences = ['REALTIME', 'DAILY', 'NEVER', 'DAILY_AND_REALTIME', 'INHERIT_CADENCE'] as const
