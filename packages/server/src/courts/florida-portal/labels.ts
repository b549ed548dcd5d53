import { labelsOf } from '../efiling-rows.ts'

/** The labels of the portal's service mail, and those that lawyers write in mail of their own. */
export const floridaLabels = labelsOf({
  heading:
    'notice of service of court documents|filing information|documents|e-service recipients selected for service|e-service recipients not selected for service|service of court document|service of court documents',
  court: 'court|court name|court in which the proceeding is pending|court in which proceeding is pending',
  number: 'case #|case number|case no|case no.|ucn|uniform case number|case number(s)',
  name: 'case style|case name|style|parties|party names|initial parties|name of initial parties|name of the initial party on each side|names of initial parties',
  reference: 'filing #|filing number|filing no.|filing id',
  submitted: 'filing time|filing date|filed|date filed|filing date/time',
  'filed by': "filer|filed by|sender|sender name|sent by|served by|name of sender|sender\u2019s name|sender's name",
  filer: 'on behalf of|filed on behalf of',
  document:
    'document|document title|document titles|document(s) served|documents served|documents filed|title of document|title of documents|title(s) of document(s)|title of each document served|title of document(s) served|title of document served|documents attached|attachments|attached documents',
  other:
    "court case #|phone|telephone|telephone number|phone number|sender telephone|sender's telephone number|sender\u2019s telephone number|email|e-mail|title|file|name|email address|division|judge|county|plaintiff|defendant|petitioner|respondent",
  tail: 'thank you|sincerely|respectfully|very truly yours|regards|best regards|confidentiality notice|confidentiality note',
})
