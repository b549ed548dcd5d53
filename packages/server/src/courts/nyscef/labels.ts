import { labelsOf } from '../efiling-rows.ts'

export const nyscefLabels = labelsOf({
  heading:
    'nyscef confirmation notice|confirmation notice|nyscef notification|nyscef alert|case information|documents received|documents filed|documents|filing user|e-mail service notifications|e-mail service notifications sent|email service notifications|email service notifications sent|party notifications|list of documents',
  court: 'court',
  number:
    'index #|index number|index no|index no.|claim #|claim number|claim no.|file #|file number|case #|case number',
  name: 'caption|short caption|case caption|case name',
  submitted: 'received|received on|received date|date received|filed|filed date|date filed|filed on',
  'filed by': 'filed by|filer|filing user name|user',
  filer: 'filed on behalf of|on behalf of|filed for',
  reason: 'reason|reason for return|reason for correction|return reason|correction required',
  comments: 'comments|court comments|clerk comments|comment|instructions',
  other:
    'assigned judge|assigned case judge|judge|case type|ref #|status|document status|phone|e-mail|email|name|work address|doc #|document type|document|email address|e-mail address|motion #',
  tail: 'note|notice|please note|disclaimer',
})
