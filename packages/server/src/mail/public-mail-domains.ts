/**
 * Domains where anyone can get an address. Such a domain doesn't show whom a user works for, so it is never a firm's
 * own, no matter who enters it. People there are known by their full address.
 */
const publicMailDomains: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr live.com live.co.uk msn.com passport.com
  onmicrosoft.com yahoo.com yahoo.co.uk yahoo.ca yahoo.fr yahoo.de ymail.com rocketmail.com myyahoo.com aol.com aim.com
  icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me gmx.com gmx.net gmx.de gmx.us web.de mail.com
  email.com usa.com zoho.com zohomail.com fastmail.com fastmail.fm hey.com duck.com hushmail.com tutanota.com tuta.com
  tuta.io mailbox.org posteo.de startmail.com runbox.com yandex.com yandex.ru mail.ru inbox.com inbox.ru list.ru bk.ru
  qq.com foxmail.com 163.com 126.com sina.com naver.com daum.net rediffmail.com comcast.net xfinity.com verizon.net
  att.net sbcglobal.net bellsouth.net pacbell.net ameritech.net swbell.net snet.net flash.net prodigy.net cox.net
  charter.net spectrum.net rr.com roadrunner.com twc.com earthlink.net mindspring.com optonline.net optimum.net
  frontier.com frontiernet.net windstream.net centurylink.net centurytel.net embarqmail.com q.com juno.com netzero.net
  suddenlink.net mediacombb.net tds.net hughes.net cableone.net wowway.com lawyer.com attorney.com legalmail.com
  mailinator.com guerrillamail.com yopmail.com btinternet.com sky.com virginmedia.com rogers.com bell.net shaw.ca
  sympatico.ca telus.net
  `
    .trim()
    .split(/\s+/),
)

/** Whether anyone can get an address in this exact domain. */
export function isPublicMailDomain(domain: string): boolean {
  return publicMailDomains.has(domain.toLowerCase())
}
