/** The statuses a case can have in every firm; each firm lists its own beside them (`caseStatuses` of the firm). */
export const caseStatuses = ['Open', 'Closed'] as const
