"""Small documents made by hand, and hostile ones: no library writes them, so that the readers are tested alone."""

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

OFFICE = "http://schemas.openxmlformats.org"
TYPES = "application/vnd.openxmlformats-officedocument"
_WORD = f'xmlns:w="{OFFICE}/wordprocessingml/2006/main"'
_SHEET = f'xmlns="{OFFICE}/spreadsheetml/2006/main"'
_RELATED = f'xmlns:r="{OFFICE}/officeDocument/2006/relationships"'


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    """Return a ZIP archive of these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return file.getvalue()


def _package(main: str, content_type: str, parts: Mapping[str, str | bytes]) -> bytes:
    overrides = f'<Override PartName="/{main}" ContentType="{TYPES}.{content_type}"/>'
    types = (
        f'<Types xmlns="{OFFICE}/package/2006/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>'
    )
    links = (
        f'<Relationships xmlns="{OFFICE}/package/2006/relationships"><Relationship Id="r1" '
        f'Type="{OFFICE}/officeDocument/2006/relationships/officeDocument" Target="{main}"/></Relationships>'
    )
    return archive({"[Content_Types].xml": types, "_rels/.rels": links, **parts})


def word_document(*paragraphs: str, table: Sequence[Sequence[str]] = (), body: str = "") -> bytes:
    """Return a DOCX file with paragraphs and one table; ``body`` is more XML."""
    lines = "".join(f"<w:p><w:r><w:t>{escape(text)}</w:t></w:r></w:p>" for text in paragraphs)
    grid = "".join("<w:gridCol/>" for _ in (table[0] if table else ()))
    rows = "".join(
        "<w:tr>" + "".join(f"<w:tc><w:p><w:r><w:t>{escape(cell)}</w:t></w:r></w:p></w:tc>" for cell in row) + "</w:tr>"
        for row in table
    )
    inner = f"<w:tbl><w:tblPr/><w:tblGrid>{grid}</w:tblGrid>{rows}</w:tbl>" if table else ""
    document = f"<w:document {_WORD}><w:body>{lines}{inner}{body}</w:body></w:document>"
    return _package("word/document.xml", "wordprocessingml.document.main+xml", {"word/document.xml": document})


def spreadsheet(*sheets: Sequence[Sequence[str | float]], sheet_xml: str | bytes = "") -> bytes:
    """Return an XLSX file with these sheets; ``sheet_xml`` replaces the first one."""
    names = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="r{n}"/>' for n in range(1, len(sheets) + 1))
    book = f"<workbook {_SHEET} {_RELATED}><sheets>{names}</sheets></workbook>"
    links = "".join(
        f'<Relationship Id="r{n}" Type="{OFFICE}/officeDocument/2006/relationships/worksheet" '
        f'Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(sheets) + 1)
    )
    relations = f'<Relationships xmlns="{OFFICE}/package/2006/relationships">{links}</Relationships>'
    parts: dict[str, str | bytes] = {"xl/workbook.xml": book, "xl/_rels/workbook.xml.rels": relations}
    for number, rows in enumerate(sheets, 1):
        cells = "".join("<row>" + "".join(map(_cell, row)) + "</row>" for row in rows)
        parts[f"xl/worksheets/sheet{number}.xml"] = f"<worksheet {_SHEET}><sheetData>{cells}</sheetData></worksheet>"
    if sheet_xml:
        parts["xl/worksheets/sheet1.xml"] = sheet_xml
    return _package("xl/workbook.xml", "spreadsheetml.sheet.main+xml", parts)


def _cell(value: str | float) -> str:
    if isinstance(value, str):
        return f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    return f"<c><v>{value}</v></c>"


def pdf_document(*pages: str) -> bytes:
    """Return a PDF file with one line of text on each page."""
    kids = " ".join(f"{3 + 2 * n} 0 R" for n in range(len(pages)))
    font = 3 + 2 * len(pages)
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>"]
    for number, text in enumerate(pages):
        stream = f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {4 + 2 * number} 0 R "
            f"/Resources << /Font << /F1 {font} 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    return pdf_of_objects(objects)


def pdf_of_objects(objects: Sequence[str]) -> bytes:
    """Return a PDF file of numbered objects; the first is its catalogue."""
    made, offsets = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(made))
        made += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    start = len(made)
    made += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    made += f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return made.encode("latin-1")


def zip_bomb() -> bytes:
    """Return a spreadsheet of some hundred kilobytes whose sheet unpacks to 100 MB."""
    row = b"<row>" + b"<c><v>1</v></c>" * 100 + b"</row>"
    xml = f"<worksheet {_SHEET}><sheetData>".encode() + row * 66_000 + b"</sheetData></worksheet>"
    return spreadsheet([["a"]], sheet_xml=xml)


def entity_bomb() -> bytes:
    """Return a text document whose few entities unfold to gigabytes."""
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    xml = (
        f'<!DOCTYPE d [<!ENTITY e0 "xxxxxxxxxx">{entities}]>'
        f"<w:document {_WORD}><w:body><w:p><w:r><w:t>&e11;</w:t></w:r></w:p></w:body></w:document>"
    )
    return _package("word/document.xml", "wordprocessingml.document.main+xml", {"word/document.xml": xml})


def stream_bomb() -> bytes:
    """Return a PDF file whose one page is 200 MB of zeros, packed twice."""
    packed = zlib.compress(zlib.compress(b"(x) Tj " * 28_000_000, 9), 9)
    head = f"<< /Length {len(packed)} /Filter [/FlateDecode /FlateDecode] >>\nstream\n"
    page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>"
    return pdf_of_objects(
        [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            page,
            f"{head}{packed.decode('latin-1')}\nendstream",
        ]
    )


def page_loop() -> bytes:
    """Return a PDF file whose tree of pages contains itself."""
    return pdf_of_objects(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"])
