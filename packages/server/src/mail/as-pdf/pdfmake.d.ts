declare module 'pdfmake/fonts/Roboto.js' {
  const fonts: { Roboto: Record<'normal' | 'bold' | 'italics' | 'bolditalics', string> }
  export default fonts
}

declare module 'pdfmake' {
  export type Content = string | ContentNode | readonly Content[]

  /** The part of a node that is used here. */
  export interface ContentNode {
    text?: Content
    stack?: readonly Content[]
    columns?: readonly Content[]
    table?: { widths: readonly (number | string)[]; body: readonly (readonly Content[])[]; dontBreakRows?: boolean }
    canvas?: readonly object[]
    layout?: string | object
    width?: number | string
    colSpan?: number
    margin?: readonly [number, number, number, number]
    font?: string
    bold?: boolean
    italics?: boolean
    fontSize?: number
    color?: string
    alignment?: string
    preserveLeadingSpaces?: boolean
    headlineLevel?: number
  }

  export interface DocumentDefinition {
    version: string
    subset: string
    language: string
    displayTitle: boolean
    pageSize: string
    pageMargins: readonly [number, number, number, number]
    info: Record<string, string | Date>
    defaultStyle: object
    content: readonly Content[]
    footer: (page: number, pages: number) => Content
  }

  const pdfmake: {
    setTableLayouts: (layouts: object) => void
    setFonts: (fonts: object) => void
    setUrlAccessPolicy: (isAllowed: (url: string) => boolean) => void
    setLocalAccessPolicy: (isAllowed: (path: string) => boolean) => void
    createPdf: (definition: DocumentDefinition) => { getBuffer: () => Promise<Buffer> }
  }
  export default pdfmake
}
