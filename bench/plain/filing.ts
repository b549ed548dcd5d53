/** A row of the page that is made of Mantine alone, with what the inbox shows of a filing. */
export interface PlainFiling {
  id: string
  status: string
  received: string
  court: string
  title: string
  detail: string
  documents: string
  step: string
  facts: readonly { name: string; value: string }[]
}
