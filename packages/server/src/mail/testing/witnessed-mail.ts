/** Mailboxes whose providers write what they checked: the two known ones, and a mail server of the firm's own. */
export const mailboxes = ['microsoft365', 'mx.google.com', 'mx.firm.example'] as const
export type MailboxName = (typeof mailboxes)[number]

/** What a provider found when a server delivered a message. */
export interface SenderFindings {
  /** SPF and the domain of the envelope sender. */
  spf: string
  mailFrom: string
  dkim?: string
  /** Empty if the provider says nothing about it. */
  dmarc: string
  /** The domain in the From header. */
  from: string
}

/** What a court's own server gets, by DMARC or, before it had that, without. */
export const foundCourt = (domain: string): SenderFindings => ({
  spf: 'pass',
  mailFrom: domain,
  dmarc: 'pass',
  from: domain,
})

/** The value of the header, as each provider writes it. */
export function resultsOf(mailbox: MailboxName, { spf, mailFrom, dkim = 'pass', dmarc, from }: SenderFindings): string {
  if (mailbox === 'microsoft365') {
    const about = dmarc && `;dmarc=${dmarc} action=none\r\n header.from=${from}`
    return `spf=${spf} (sender IP is 199.107.16.200)\r\n smtp.mailfrom=${mailFrom}; dkim=${dkim} (signature was verified)\r\n header.d=uscourts.gov${about};compauth=pass reason=100`
  }
  const comment = mailbox === 'mx.google.com' ? ' (p=REJECT sp=REJECT dis=NONE)' : ''
  const about = dmarc && `;\r\n       dmarc=${dmarc}${comment} header.from=${from}`
  const address = `"prvs=1=ecf@${mailFrom}"`
  return `${mailbox};\r\n       dkim=${dkim} header.i=@uscourts.gov header.s=test header.b="a/b+cd9=";\r\n       spf=${spf} (domain of ecf@${mailFrom} designates 199.107.16.200 as permitted sender) smtp.mailfrom=${address}${about}`
}

const at = 'Mon, 7 Sep 2026 17:00:04 +0000'

/** The headers of a mailbox's servers, the newest first, around the results; `peer` is who delivered the message. */
const traces: Readonly<Record<MailboxName, (peer: string) => readonly [string[], string[]]>> = {
  microsoft365: (peer) => [
    [
      `Received: from SJ0PR02MB7000.namprd02.prod.outlook.com (2603:10b6:a03:55f::16)\r\n by CY5PR02MB9000.namprd02.prod.outlook.com with HTTPS; ${at}`,
      `Received: from BN8NAM11FT034.eop-nam11.prod.protection.outlook.com\r\n (2603:10b6:408:e8:cafe::9) by BN9PR03CA0361.outlook.office365.com\r\n (2603:10b6:408:f7::6) with Microsoft SMTP Server (version=TLS1_2,\r\n cipher=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384) id 15.20.9320.15 via Frontend\r\n Transport; ${at}`,
    ],
    [
      `Received-SPF: Pass (protection.outlook.com: domain of ${peer})`,
      `Received: from ${peer} (199.107.16.200) by\r\n BN8NAM11FT034.mail.protection.outlook.com (10.13.177.201) with Microsoft SMTP\r\n Server (version=TLS1_2) id 15.20.9320.15 via Frontend Transport; ${at}`,
    ],
  ],
  'mx.google.com': (peer) => [
    [
      `Delivered-To: notices@firm.example`,
      `Received: by 2002:a05:6102:22c6:0:0:0:0 with SMTP id a6csp126141vsh;\r\n        ${at}`,
      `ARC-Authentication-Results: i=1; mx.google.com; spf=pass`,
      `Received: from ${peer} (${peer}. [199.107.16.200])\r\n        by mx.google.com with ESMTPS id d71si833482jab.10.2026.09.07.10.00.04\r\n        for <notices@firm.example>\r\n        (version=TLS1_2 cipher=ECDHE-RSA-AES128-GCM-SHA256 bits=128/128);\r\n        ${at}`,
      `Received-SPF: pass (google.com: domain of ${peer}) client-ip=199.107.16.200;`,
    ],
    [],
  ],
  'mx.firm.example': (peer) => [
    [
      `Received: from mx.firm.example by imap.firm.example (Dovecot) with LMTP id 1; ${at}`,
      `Received: from ${peer} (unknown [199.107.16.200])\r\n\t(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits))\r\n\tby mx.firm.example (Postfix) with ESMTPS id 1; ${at}`,
    ],
    [],
  ],
}

interface Receipt {
  /** The value of its Authentication-Results; none if absent. */
  results?: string
  /** The name by which the delivering server introduced itself. */
  peer?: string
}

/** Returns the message as it is in the mailbox. */
export function receivedBy(
  mailbox: MailboxName,
  raw: Buffer,
  { results, peer = 'icmecf101.gtwy.uscourts.gov' }: Receipt,
): Buffer {
  const [above, below] = traces[mailbox](peer)
  const lines = [...above, ...(results === undefined ? [] : [`Authentication-Results: ${results}`]), ...below]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'), raw])
}

/** What a mailbox changes in mail from outside, which breaks its signature: the subject and, if it isn't encoded, the body. */
export function withBanner(raw: Buffer): Buffer {
  const text = raw.toString('latin1').replace(/^Subject: /m, 'Subject: [EXTERNAL] ')
  const banner = '<div>CAUTION: This email originated from outside of the firm.</div>'
  const isEncoded = /^content-transfer-encoding:/im.test(text)
  return Buffer.from(isEncoded ? text : text.replace('\r\n\r\n', `$&${banner}`), 'latin1')
}

/** Safe Links of Microsoft 365: every link leads to its own server, with the original in a parameter. */
export function withSafeLinks(raw: Buffer): Buffer {
  const text = raw.toString('latin1').replace(/href=(["']?)(https:[^"'>\s]+)\1/gi, (_, _quote, url: string) => {
    const original = encodeURIComponent(url.replaceAll('&amp;', '&'))
    return `href="https://nam02.safelinks.protection.outlook.com/?url=${original}&amp;data=05%7C02&amp;reserved=0"`
  })
  return Buffer.from(text, 'latin1')
}
