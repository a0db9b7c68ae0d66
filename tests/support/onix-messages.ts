/** ONIX messages for tests: one novel in three notations, small products, and functions that read messages. */
import { readOnix } from "#shop/catalogue/import/onix/read-onix.ts";
import type { RawItem, RawRecord, ReportLine } from "#shop/catalogue/fields/raw-record.ts";

/** One novel in ONIX 3.1 with reference names. */
export const referenceProduct = `
  <Product>
    <RecordReference>in.example.4711</RecordReference><NotificationType>03</NotificationType>
    <ProductIdentifier><ProductIDType>01</ProductIDType><IDValue>A-4711</IDValue></ProductIdentifier>
    <ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9780143449348</IDValue></ProductIdentifier>
    <DescriptiveDetail>
      <ProductComposition>00</ProductComposition><ProductForm>BC</ProductForm>
      <Measure><MeasureType>01</MeasureType><Measurement>19.8</Measurement><MeasureUnitCode>cm</MeasureUnitCode></Measure>
      <Measure><MeasureType>08</MeasureType><Measurement>240</Measurement><MeasureUnitCode>gr</MeasureUnitCode></Measure>
      <Collection><CollectionType>10</CollectionType><TitleDetail><TitleType>01</TitleType>
        <TitleElement><TitleElementLevel>02</TitleElementLevel><TitleText>Monsoon Mysteries</TitleText></TitleElement>
        <TitleElement><TitleElementLevel>01</TitleElementLevel><PartNumber>2</PartNumber></TitleElement>
      </TitleDetail></Collection>
      <TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel>
        <TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>Rain &amp; the River</TitleWithoutPrefix><Subtitle>A novel</Subtitle>
      </TitleElement></TitleDetail>
      <Contributor><SequenceNumber>2</SequenceNumber><ContributorRole>B06</ContributorRole><PersonName>Meera Iyer</PersonName></Contributor>
      <Contributor><SequenceNumber>1</SequenceNumber><ContributorRole>A01</ContributorRole>
        <NamesBeforeKey>Ursula K.</NamesBeforeKey><KeyNames>Le Guin</KeyNames></Contributor>
      <Contributor><SequenceNumber>3</SequenceNumber><ContributorRole>A24</ContributorRole><PersonName>Not Printed</PersonName></Contributor>
      <EditionNumber>2</EditionNumber>
      <Language><LanguageRole>01</LanguageRole><LanguageCode>eng</LanguageCode></Language>
      <Language><LanguageRole>02</LanguageRole><LanguageCode>tam</LanguageCode></Language>
      <Extent><ExtentType>00</ExtentType><ExtentValue>312</ExtentValue><ExtentUnit>03</ExtentUnit></Extent>
      <Subject><SubjectSchemeIdentifier>10</SubjectSchemeIdentifier><SubjectCode>FIC022000</SubjectCode></Subject>
      <Subject><SubjectSchemeIdentifier>20</SubjectSchemeIdentifier><SubjectHeadingText>monsoon; river</SubjectHeadingText></Subject>
      <Audience><AudienceCodeType>01</AudienceCodeType><AudienceCodeValue>01</AudienceCodeValue></Audience>
      <AudienceRange><AudienceRangeQualifier>17</AudienceRangeQualifier><AudienceRangePrecision>03</AudienceRangePrecision>
        <AudienceRangeValue>12</AudienceRangeValue><AudienceRangePrecision>04</AudienceRangePrecision>
        <AudienceRangeValue>15</AudienceRangeValue></AudienceRange>
    </DescriptiveDetail>
    <CollateralDetail>
      <TextContent><TextType>03</TextType><ContentAudience>01</ContentAudience><Text>For the trade only.</Text></TextContent>
      <TextContent><TextType>03</TextType><ContentAudience>00</ContentAudience>
        <Text textformat="05"><p>It <em>rains</em>.</p><p>R&amp;D &lt;3</p></Text></TextContent>
      <SupportingResource><ResourceContentType>01</ResourceContentType><ContentAudience>00</ContentAudience>
        <ResourceMode>03</ResourceMode><ResourceVersion><ResourceForm>02</ResourceForm>
        <ResourceLink>https://covers.example/4711.jpg</ResourceLink></ResourceVersion></SupportingResource>
    </CollateralDetail>
    <PublishingDetail>
      <Imprint><ImprintName>Banyan</ImprintName></Imprint>
      <Publisher><PublishingRole>01</PublishingRole><PublisherName>Banyan House</PublisherName></Publisher>
      <PublishingStatus>04</PublishingStatus>
      <PublishingDate><PublishingDateRole>01</PublishingDateRole><Date dateformat="01">202403</Date></PublishingDate>
    </PublishingDetail>
    <ProductSupply><SupplyDetail>
      <Supplier><SupplierRole>01</SupplierRole><SupplierName>Prakash Books</SupplierName></Supplier>
      <ProductAvailability>21</ProductAvailability><Stock><OnHand>7</OnHand></Stock>
      <Price><PriceType>02</PriceType><PriceAmount>9.99</PriceAmount><CurrencyCode>USD</CurrencyCode></Price>
      <Price><PriceType>02</PriceType><PriceQualifier>08</PriceQualifier><PriceAmount>99</PriceAmount><CurrencyCode>INR</CurrencyCode></Price>
      <Price><PriceType>01</PriceType><PriceAmount>380</PriceAmount><CurrencyCode>INR</CurrencyCode></Price>
      <Price><PriceType>02</PriceType><PriceAmount>399.00</PriceAmount></Price>
    </SupplyDetail></ProductSupply>
  </Product>`;

/** The same novel with short tags. */
export const shortProduct = `
  <product>
    <a001>in.example.4711</a001><a002>03</a002>
    <productidentifier><b221>01</b221><b244>A-4711</b244></productidentifier>
    <productidentifier><b221>15</b221><b244>9780143449348</b244></productidentifier>
    <descriptivedetail>
      <x314>00</x314><b012>BC</b012>
      <measure><x315>01</x315><c094>19.8</c094><c095>cm</c095></measure>
      <measure><x315>08</x315><c094>240</c094><c095>gr</c095></measure>
      <collection><x329>10</x329><titledetail><b202>01</b202>
        <titleelement><x409>02</x409><b203>Monsoon Mysteries</b203></titleelement>
        <titleelement><x409>01</x409><x410>2</x410></titleelement>
      </titledetail></collection>
      <titledetail><b202>01</b202><titleelement><x409>01</x409>
        <b030>The</b030><b031>Rain &amp; the River</b031><b029>A novel</b029></titleelement></titledetail>
      <contributor><b034>2</b034><b035>B06</b035><b036>Meera Iyer</b036></contributor>
      <contributor><b034>1</b034><b035>A01</b035><b039>Ursula K.</b039><b040>Le Guin</b040></contributor>
      <contributor><b034>3</b034><b035>A24</b035><b036>Not Printed</b036></contributor>
      <b057>2</b057>
      <language><b253>01</b253><b252>eng</b252></language><language><b253>02</b253><b252>tam</b252></language>
      <extent><b218>00</b218><b219>312</b219><b220>03</b220></extent>
      <subject><b067>10</b067><b069>FIC022000</b069></subject>
      <subject><b067>20</b067><b070>monsoon; river</b070></subject>
      <audience><b204>01</b204><b206>01</b206></audience>
      <audiencerange><b074>17</b074><b075>03</b075><b076>12</b076><b075>04</b075><b076>15</b076></audiencerange>
    </descriptivedetail>
    <collateraldetail>
      <textcontent><x426>03</x426><x427>01</x427><d104>For the trade only.</d104></textcontent>
      <textcontent><x426>03</x426><x427>00</x427><d104 textformat="05"><p>It <em>rains</em>.</p><p>R&amp;D &lt;3</p></d104></textcontent>
      <supportingresource><x436>01</x436><x427>00</x427><x437>03</x437>
        <resourceversion><x441>02</x441><x435>https://covers.example/4711.jpg</x435></resourceversion></supportingresource>
    </collateraldetail>
    <publishingdetail>
      <imprint><b079>Banyan</b079></imprint><publisher><b291>01</b291><b081>Banyan House</b081></publisher>
      <b394>04</b394><publishingdate><x448>01</x448><b306 dateformat="01">202403</b306></publishingdate>
    </publishingdetail>
    <productsupply><supplydetail>
      <supplier><j292>01</j292><j137>Prakash Books</j137></supplier><j396>21</j396><stock><j350>7</j350></stock>
      <price><x462>02</x462><j151>9.99</j151><j152>USD</j152></price>
      <price><x462>02</x462><j261>08</j261><j151>99</j151><j152>INR</j152></price>
      <price><x462>01</x462><j151>380</j151><j152>INR</j152></price>
      <price><x462>02</x462><j151>399.00</j151></price>
    </supplydetail></productsupply>
  </product>`;

/** The same novel in ONIX 2.1, with an entity of its DTD. */
export const olderProduct = `
  <Product>
    <RecordReference>in.example.4711</RecordReference><NotificationType>03</NotificationType>
    <ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9780143449348</IDValue></ProductIdentifier>
    <ProductForm>BC</ProductForm>
    <Series><TitleOfSeries>Monsoon Mysteries</TitleOfSeries><NumberWithinSeries>2</NumberWithinSeries></Series>
    <Title><TitleType>01</TitleType><TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>Rain &amp; the River</TitleWithoutPrefix>
      <Subtitle>A novel</Subtitle></Title>
    <Contributor><ContributorRole>A01</ContributorRole><NamesBeforeKey>Ursula K.</NamesBeforeKey><KeyNames>Le Guin</KeyNames></Contributor>
    <Contributor><ContributorRole>B06</ContributorRole><PersonName>Meera Iyer</PersonName></Contributor>
    <EditionNumber>2</EditionNumber>
    <Language><LanguageRole>01</LanguageRole><LanguageCode>eng</LanguageCode></Language>
    <NumberOfPages>312</NumberOfPages>
    <BASICMainSubject>FIC022000</BASICMainSubject>
    <Subject><SubjectSchemeIdentifier>20</SubjectSchemeIdentifier><SubjectHeadingText>monsoon; river</SubjectHeadingText></Subject>
    <AudienceCode>01</AudienceCode>
    <AudienceRange><AudienceRangeQualifier>17</AudienceRangeQualifier><AudienceRangePrecision>03</AudienceRangePrecision>
      <AudienceRangeValue>12</AudienceRangeValue><AudienceRangePrecision>04</AudienceRangePrecision>
      <AudienceRangeValue>15</AudienceRangeValue></AudienceRange>
    <OtherText><TextTypeCode>01</TextTypeCode><TextFormat>02</TextFormat>
      <Text><![CDATA[<p>It <em>rains</em>.</p><p>R&amp;D &lt;3</p>]]></Text></OtherText>
    <MediaFile><MediaFileTypeCode>04</MediaFileTypeCode><MediaFileLinkTypeCode>01</MediaFileLinkTypeCode>
      <MediaFileLink>https://covers.example/4711.jpg</MediaFileLink></MediaFile>
    <Imprint><ImprintName>Banyan</ImprintName></Imprint><Publisher><PublisherName>Banyan House</PublisherName></Publisher>
    <PublishingStatus>04</PublishingStatus><PublicationDate>202403</PublicationDate>
    <Measure><MeasureTypeCode>01</MeasureTypeCode><Measurement>19.8</Measurement><MeasureUnitCode>cm</MeasureUnitCode></Measure>
    <Measure><MeasureTypeCode>08</MeasureTypeCode><Measurement>240</Measurement><MeasureUnitCode>gr</MeasureUnitCode></Measure>
    <SupplyDetail><SupplierName>Prakash Books</SupplierName><ProductAvailability>21</ProductAvailability>
      <Stock><OnHand>7</OnHand></Stock>
      <Price><PriceTypeCode>02</PriceTypeCode><PriceAmount>9.99</PriceAmount><CurrencyCode>USD</CurrencyCode></Price>
      <Price><PriceTypeCode>02</PriceTypeCode><PriceAmount>399.00</PriceAmount></Price></SupplyDetail>
  </Product>`;

/** A message with these products, in rupees. */
export function onixMessage(...products: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<ONIXMessage release="3.1" xmlns="http://ns.editeur.org/onix/3.1/reference">
  <Header><Sender><SenderName>Banyan</SenderName></Sender><DefaultCurrencyCode>INR</DefaultCurrencyCode></Header>
${products.join("\n")}
</ONIXMessage>\n`;
}

/** A product with only a number and a title. */
export function smallProduct(number: number, title = `Book ${number}`): string {
  return `<Product><RecordReference>ref-${number}</RecordReference><NotificationType>03</NotificationType><DescriptiveDetail>
<TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>${title}</TitleText>
</TitleElement></TitleDetail></DescriptiveDetail></Product>`;
}

/** All items of a message, fed in portions of `portion` bytes. */
export async function readItems(message: string | Uint8Array, portion = 1000, now?: Date): Promise<RawItem[]> {
  const bytes = Buffer.from(message);
  async function* portions() {
    for (let at = 0; at < bytes.length; at += portion) yield bytes.subarray(at, at + portion);
  }
  const items: RawItem[] = [];
  for await (const item of readOnix(portions(), now)) items.push(item);
  return items;
}

/** The records of a message, and all lines of its report. */
export async function readMessage(
  message: string | Uint8Array,
  portion?: number,
  now?: Date,
): Promise<{ records: RawRecord[]; lines: ReportLine[] }> {
  const items = await readItems(message, portion, now);
  return {
    records: items.flatMap((item) => ("record" in item ? [item.record] : [])),
    lines: items.flatMap((item) => ("record" in item ? (item.mended ?? []) : [item.refused])),
  };
}
