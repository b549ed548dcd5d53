/** How mail programs begin the subject of a reply while someone is away, in the languages of firms and their clients. */
export const automaticReplySubject =
  /^(?:automatic reply|auto(?:matic)?[- ]?response|out of office|respuesta autom[aá]tica|resposta autom[aá]tica|r[eé]ponse automatique|automatische antwort|risposta automatica)\b/i
