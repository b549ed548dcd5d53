import { labelsOf } from '../efiling-rows.ts'

/** The service's labels in all states and years that are known; see docs/notices.md. */
export const tylerLabels = labelsOf({
  heading:
    'filing accepted|filing submitted|filing received|filing returned|filing rejected|notification of service|administrative copy of service|courtesy copy of service|courtesy copy|notice of electronic filing|odyssey e-notices|filing details|document details|envelope details|service details|case details|notice details',
  court: 'court|location|court location|court name',
  number: 'case number|case no|case no.|case #|cause number|cause no.',
  name: 'case name|case style|case title|style',
  reference: 'envelope number|envelope #|envelope id|envelope',
  submitted: 'date/time submitted|date submitted|submitted date|date/time filed|file date|filed date',
  decided:
    'date/time accepted|date accepted|date/time returned|date returned|date/time rejected|date rejected|date/time reviewed',
  reason: 'rejection reason|reject reason|reason for rejection|return reason|returned reason|reason for return|reason',
  comments:
    'accepted comments|acceptance comments|rejection comments|rejected comments|reject comments|return comments|returned comments|reviewer comments|clerk comments|comments|comment',
  type: 'filing type',
  code: 'filing code|filing code description|document type',
  description: 'filing description|description|document description',
  'filed by': 'filed by|submitted by',
  attorney: 'filing attorney|attorney',
  filer: 'on behalf of|filed on behalf of|filing on behalf of|filing party|filing parties',
  contacts: 'service contacts|service contact|service contact(s)|served to|service recipients',
  document: 'lead document|document name|served document name|file name',
  attachment: 'attachment|attachments|attachment(s)|attachment name',
  link: 'file stamped copy|file stamped copies|stamped copy|served document|served documents|document link|document links|download document',
  other:
    'activity requested|lead document page count|page count|attachment page count|filing fee|fees|security|document security|case type|case category|date/time served|date served|filing status|status|client reference number|reference number|payment account',
  tail: 'please note|for technical assistance, contact your service provider|for technical assistance|this is an automated message',
})
