/** The content type of an Excel workbook (.xlsx). */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The content types of files that can be imported. */
export const importTypes = ['text/csv', 'text/plain', workbookType] as const
